/** The number of values up to each end of a bucket, in their order; the last bucket has no end. */
export type Buckets = readonly (readonly [end: string, count: number])[];

/**
 * The value that the given share of all values does not exceed, approximately: within a bucket, values are taken as
 * evenly spread. For values beyond the last end only that end is known. `undefined` if there are no values.
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
