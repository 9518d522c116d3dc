import { RecentMap } from './recent-map.js';

describe('RecentMap', () => {
  const fill = (map: RecentMap<{ key: string }>, count: number, now: number): void => {
    for (let i = 0; i < count; i += 1) map.getOrAdd(`flood ${now}/${i}`, now, () => ({ key: '' }));
  };
  const entryIn = (map: RecentMap<{ key: string }>, now: number) => map.getOrAdd('x', now, () => ({ key: 'x' }));

  it('gives back what it was given, across a turn too', () => {
    const map = new RecentMap<{ key: string }>(100, 1_000);
    const entry = entryIn(map, 0);
    for (const now of [1, 999, 1_000, 1_999, 2_500, 3_499]) expect(entryIn(map, now)).toBe(entry);
  });

  it('keeps what was used within the idle time, and forgets what was not for twice as long', () => {
    const map = new RecentMap<{ key: string }>(100, 1_000);
    const entry = entryIn(map, 0);
    fill(map, 1, 1_000);
    expect(entryIn(map, 1_500)).toBe(entry);
    fill(map, 1, 2_500);
    fill(map, 1, 3_500);
    expect(map.size).toBe(2);
    expect(entryIn(map, 3_600)).not.toBe(entry);
  });

  it('never holds more than its capacity, and forgets what was used least recently first', () => {
    const map = new RecentMap<{ key: string }>(100, 1_000);
    const entry = entryIn(map, 0);
    for (let round = 0; round < 50; round += 1) {
      fill(map, 49, round / 100);
      expect(entryIn(map, round / 100)).toBe(entry);
      expect(map.size).toBeLessThanOrEqual(100);
    }
    fill(map, 100, 1);
    expect(entryIn(map, 1)).not.toBe(entry);
  });
});
