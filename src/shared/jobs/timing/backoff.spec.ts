import { exponentialBackoff } from './timing.js';

describe('Growing waits', () => {
  const shortest = [0.8, 3.2, 12.8, 51.2, 204.8, 819.2, 2_880, 2_880, 2_880];

  it.each(shortest.map((seconds, index) => [index + 1, seconds]))(
    'grow with each failure: after %i, %f s or up to half more',
    (n, least) => {
      const waits = Array.from({ length: 50 }, () => exponentialBackoff(n));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...waits)).toBeLessThanOrEqual(least * 1.5 + 1e-9);
      expect(new Set(waits).size).toBeGreaterThan(1);
    },
  );
});
