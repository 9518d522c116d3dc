import { DistanceCounts, equalErrorRate, ratesOf } from './error-rates.js';

const counted = (distances: Iterable<number>): DistanceCounts => {
  const counts = new DistanceCounts();
  for (const distance of distances) counts.add(distance);
  return counts;
};
const evenly = (count: number, from: number, to: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((i + 0.5) * (to - from)) / count);

describe('Error rates', () => {
  it('are told at the largest distance that keeps a rate', () => {
    const [same, different] = [counted([0.3, 0.4, 0.5, 0.7]), counted(evenly(1_000, 0.5, 1))];
    expect(ratesOf(same, different)).toEqual([
      { fmr: 0.1, fnmr: 0.25, threshold: 0.5502 },
      { fmr: 0.01, fnmr: 0.25, threshold: 0.5052 },
      { fmr: 0.001, fnmr: 0.25, threshold: 0.5007 },
    ]);
  });

  it('are told only where there are pairs enough', () => {
    expect(ratesOf(counted([0.3]), counted(evenly(99, 0.5, 1))).map(({ fmr }) => fmr)).toEqual([0.1]);
    expect(ratesOf(counted([0.3]), counted([]))).toEqual([]);
  });

  it('are told only where a distance keeps them: not of pairs that are taken for one at every distance', () => {
    const alike = (count: number): number[] => Array<number>(count).fill(0);
    expect(ratesOf(counted([0.3]), counted(alike(1_000)))).toEqual([]);
    const some = ratesOf(counted([0.3]), counted([...alike(50), ...evenly(950, 0.5, 1)]));
    expect(some.map(({ fmr }) => fmr)).toEqual([0.1]);
  });

  it('are told as finely where distances are large', () => {
    const [same, different] = [new DistanceCounts(60), new DistanceCounts(60)];
    for (const distance of [5, 9]) same.add(distance);
    for (const distance of evenly(100, 20, 60)) different.add(distance);
    expect(ratesOf(same, different)).toEqual([
      { fmr: 0.1, fnmr: 0, threshold: 24.19 },
      { fmr: 0.01, fnmr: 0, threshold: 20.59 },
    ]);
  });

  it('know nothing of misses without pairs of one person', () => {
    expect(ratesOf(counted([]), counted(evenly(10, 0.5, 1)))[0]).toMatchObject({ fmr: 0.1, fnmr: null });
  });

  it('are equal where as many are missed as are wrongly matched', () => {
    expect(equalErrorRate(counted([0.3, 0.4]), counted([0.8, 0.9]))).toBe(0);
    expect(equalErrorRate(counted(evenly(100, 0, 1)), counted(evenly(100, 0.5, 1.5)))).toBeCloseTo(0.25, 2);
    expect(equalErrorRate(counted([]), counted([0.8]))).toBeNull();
  });
});
