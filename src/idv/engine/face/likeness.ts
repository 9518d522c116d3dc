/** Names the recipe and the weights: descriptors of different models cannot be compared. */
export const DESCRIPTOR_MODEL = 'dlib-resnet-v1/six-crops-1';

/** Euclidean. The same person is at 0.42 on average, another one at 0.84. */
export function distanceOf(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new RangeError('Descriptors of different lengths cannot be compared');
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

/**
 * How alike two faces are, from 0 to 1. Settings and results speak of likeness, since a distance means something else with
 * every model: 0.8 is at a distance of 0.56, the match of the measured recipe, and 0.6 at 0.60, where review ends.
 */
export const likenessAt = (distance: number): number => 1 / (1 + Math.exp((distance - MIDDLE) / SLOPE));
export const distanceAt = (likeness: number): number => MIDDLE + SLOPE * Math.log(1 / likeness - 1);

const MATCH = { distance: 0.56, likeness: 0.8 };
const REVIEW = { distance: 0.6, likeness: 0.6 };
const odds = (likeness: number): number => Math.log(1 / likeness - 1);
const SLOPE = (REVIEW.distance - MATCH.distance) / (odds(REVIEW.likeness) - odds(MATCH.likeness));
const MIDDLE = MATCH.distance - SLOPE * odds(MATCH.likeness);

/** The median, so that neither one bad frame nor one lucky one decides. */
export function medianDistance(descriptor: readonly number[], others: readonly (readonly number[])[]): number {
  const distances = others.map((other) => distanceOf(descriptor, other)).sort((a, b) => a - b);
  const [lower, upper] = [distances[(distances.length - 1) >> 1], distances[distances.length >> 1]];
  if (lower === undefined || upper === undefined) throw new RangeError('There is nothing to compare with');
  return (lower + upper) / 2;
}
