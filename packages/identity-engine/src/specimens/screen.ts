/** Parts of a screen's pixel: where each colour is lit from left to right, and how much of its height. */
const STRIPE = 0.27;
const GAP = 0.03;
const ROW = 0.84;
/** A lens spreads a point over more than one pixel of the camera. */
const SPREAD = 1.3;

/**
 * How much of a colour (0 to 2) a pixel of the camera sees at a place of a screen, in the screen's pixels. It is one on
 * average. `pitch`: how many of the camera's pixels a pixel of the screen is long.
 */
export function emitted(x: number, y: number, pitch: number, colour: number): number {
  const reach = SPREAD / pitch;
  return (lit(x, reach, colour / 3 + GAP, STRIPE) / STRIPE) * (lit(y, reach, (1 - ROW) / 2, ROW) / ROW);
}

/** The lit share of the stretch of length `reach` around `place`. Each pixel is lit from `from` to `from + length`. */
function lit(place: number, reach: number, from: number, length: number): number {
  const upTo = (end: number): number =>
    Math.floor(end) * length + Math.min(length, Math.max(0, end - Math.floor(end) - from));
  return (upTo(place + reach / 2) - upTo(place - reach / 2)) / reach;
}
