import { ReplayedProofs } from './dpop-proofs.js';

describe('Proofs that were seen', () => {
  it('are known for as long as they could be used', () => {
    const seen = new ReplayedProofs(100);
    expect(seen.firstSeen('a', 1_000)).toBe(true);
    for (const later of [1_000, 1_050, 1_099, 1_100]) expect(seen.firstSeen('a', later)).toBe(false);
  });

  it('are forgotten when they could not', () => {
    const seen = new ReplayedProofs(100);
    seen.firstSeen('a', 1_000);
    expect(seen.firstSeen('b', 1_150)).toBe(true);
    expect(seen.firstSeen('a', 1_260)).toBe(true);
  });

  it('are still known when many come at once', () => {
    const seen = new ReplayedProofs(100, 10);
    seen.firstSeen('a', 1_000);
    for (let i = 0; i < 9; i++) seen.firstSeen(`other ${i}`, 1_001);
    expect(seen.firstSeen('a', 1_002)).toBe(false);
  });
});
