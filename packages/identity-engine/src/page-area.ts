export type Point = readonly [number, number];

/** The area of a page in a photograph: a parallelogram, relative to the photograph's width and height. */
export interface PageArea {
  readonly corner: Point;
  /** The two sides from the corner: along the text lines, and up the page. */
  readonly across: Point;
  readonly up: Point;
}

/**
 * The extent of the page around its machine readable zone, relative to the width of the zone, with some room for
 * foreshortened pages.
 */
const ABOVE_ZONE = 0.8;
const BESIDE_ZONE = 0.12;

/**
 * The page above a machine readable zone. `start` and `end` are the ends of the zone's first line, relative to the
 * photograph.
 */
export function pageAboveLine(
  start: Point,
  end: Point,
  { width, height }: { width: number; height: number },
): PageArea {
  const [dx, dy] = [(end[0] - start[0]) * width, (end[1] - start[1]) * height];
  const along = (x: number, y: number): Point => [x / width, y / height];
  const corner = along(start[0] * width - BESIDE_ZONE * dx, start[1] * height - BESIDE_ZONE * dy);
  const share = 1 + 2 * BESIDE_ZONE;
  return { corner, across: along(share * dx, share * dy), up: along(ABOVE_ZONE * dy, -ABOVE_ZONE * dx) };
}

export function isWithin([x, y]: Point, { corner, across, up }: PageArea): boolean {
  const [dx, dy] = [x - corner[0], y - corner[1]];
  const area = across[0] * up[1] - across[1] * up[0];
  const [right, above] = [(dx * up[1] - dy * up[0]) / area, (across[0] * dy - across[1] * dx) / area];
  return right >= 0 && right <= 1 && above >= 0 && above <= 1;
}

/** How far the page is turned clockwise, in degrees: 0, 90, 180 or 270. */
export function turnOf({ across }: PageArea, { width, height }: { width: number; height: number }): number {
  const quarters = Math.round((2 * Math.atan2(across[1] * height, across[0] * width)) / Math.PI);
  return 90 * ((quarters + 4) % 4);
}
