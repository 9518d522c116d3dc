/** Noise and the pattern of a print are gone at this width, and what a face is shaded by is not. */
const WIDTH = 5;

/**
 * How steep the typical place of a face is, as a part of the mean over all: the median of the gradient by its mean. Skin is
 * shaded everywhere. A drawing changes along its lines, and hardly between them. `grey`: a square of brightness, row by row.
 */
export function shadingOf(grey: Float64Array, side: number): number {
  const smooth = smoothed(smoothed(grey, side, 1), side, side);
  const margin = (WIDTH >> 1) + 1;
  const steepness: number[] = [];
  for (let y = margin; y < side - margin; y++) {
    for (let x = margin; x < side - margin; x++) {
      const at = y * side + x;
      const across = (smooth[at + 1] ?? 0) - (smooth[at - 1] ?? 0);
      const down = (smooth[at + side] ?? 0) - (smooth[at - side] ?? 0);
      steepness.push(Math.hypot(across, down));
    }
  }
  const mean = steepness.reduce((sum, one) => sum + one, 0) / steepness.length;
  const median = steepness.sort((a, b) => a - b)[steepness.length >> 1] ?? 0;
  return mean > 0 ? median / mean : 0;
}

/** The mean of each value and its neighbours, which lie `step` apart. */
function smoothed(values: Float64Array, side: number, step: number): Float64Array {
  const half = WIDTH >> 1;
  const result = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const place = step === 1 ? at % side : Math.floor(at / side);
    const [from, to] = [Math.max(-half, -place), Math.min(half, side - 1 - place)];
    for (let by = from; by <= to; by++)
      result[at] = (result[at] ?? 0) + (values[at + by * step] ?? 0) / (to - from + 1);
  }
  return result;
}
