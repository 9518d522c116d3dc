/** The width of the smoothing, which removes noise and print patterns but keeps the shading of a face. */
const WIDTH = 5;

/**
 * The median of the gradient divided by its mean. It is high for skin, which is shaded everywhere, and low for
 * drawings, which change only along their lines. `grey`: brightness of a square, row by row.
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

/** Replaces each value by the mean of its neighbourhood in one direction: neighbours are `step` apart in the array. */
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
