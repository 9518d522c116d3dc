/**
 * The geometry of a screen's pixel, relative to its size: the width of a colour's lit stripe, the gap before it, and
 * the lit part of the height.
 */
const STRIPE = 0.27;
const GAP = 0.03;
const ROW = 0.84;
/** The width over which the lens spreads a point, in camera pixels. */
const SPREAD = 1.3;

/**
 * The light of a colour (0 to 2) that a camera pixel receives at a position of the screen, given in screen pixels. It
 * is 1 on average. `pitch`: the size of a screen pixel in camera pixels.
 */
export function emitted(x: number, y: number, pitch: number, colour: number): number {
  const reach = SPREAD / pitch;
  return (lit(x, reach, colour / 3 + GAP, STRIPE) / STRIPE) * (lit(y, reach, (1 - ROW) / 2, ROW) / ROW);
}

/** The lit share of a section of length `reach` around `place`. Each pixel is lit from `from` to `from + length`. */
function lit(place: number, reach: number, from: number, length: number): number {
  const upTo = (end: number): number =>
    Math.floor(end) * length + Math.min(length, Math.max(0, end - Math.floor(end) - from));
  return (upTo(place + reach / 2) - upTo(place - reach / 2)) / reach;
}
