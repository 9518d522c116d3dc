/**
 * The buckets of a histogram in order, each with its upper end and the number of values in it. The last bucket has no
 * upper end.
 */
export type Buckets = readonly (readonly [end: string, count: number])[];

/**
 * Returns the approximate value that the given share of all values does not exceed, assuming that the values in a
 * bucket are evenly distributed. For the last bucket, returns its lower end. Returns `undefined` if there are no
 * values.
 */
export function quantileOf(buckets: Buckets, share: number): number | undefined {
  const all = buckets.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return undefined;
  let wanted = all * share;
  let start = 0;
  for (const [end, count] of buckets) {
    const until = Number(end);
    if (Number.isNaN(until)) return start;
    if (count > 0 && wanted <= count) return Math.round((start + (until - start) * (wanted / count)) * 10) / 10;
    wanted -= count;
    start = until;
  }
  return start;
}
