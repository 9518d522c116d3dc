import type { Area } from './grey.js';

export type Corner = readonly [x: number, y: number];

/** The corners of a document, from the upper left one clockwise. */
export type Outline = readonly [Corner, Corner, Corner, Corner];

/**
 * An edge of a document as a straight line, near one side of the on-screen guide. At the position `along` that side,
 * the edge's coordinate across the side is `origin + slope * along`.
 */
export interface Line {
  readonly origin: number;
  readonly slope: number;
  /** The edge's coordinate across the side, in the middle of the side. */
  readonly middle: number;
}

interface Lines {
  readonly left: Line | undefined;
  readonly right: Line | undefined;
  readonly top: Line | undefined;
  readonly bottom: Line | undefined;
}

export function outlineOf({ left, right, top, bottom }: Lines): Outline | undefined {
  if (!left || !right || !top || !bottom) return undefined;
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}

function corner(upright: Line, level: Line): Corner {
  const x = (upright.origin + upright.slope * level.origin) / (1 - upright.slope * level.slope);
  return [x, level.origin + level.slope * x];
}

/** The largest angle in degrees: of one edge, or between opposite edges, which perspective makes unparallel. */
export function turnOf({ left, right, top, bottom }: Lines): number {
  const degrees = [left, right, top, bottom].map((line) => line && (Math.atan(line.slope) * 180) / Math.PI);
  const [west, east, north, south] = degrees;
  const between = (one?: number, other?: number) => (one === undefined || other === undefined ? 0 : one - other);
  const all = [...degrees.map((degree) => degree ?? 0), between(west, east), between(north, south)];
  return Math.max(...all.map(Math.abs));
}

/**
 * How far the drawn outline moves towards the found one with each frame, as a share of the distance. A full step would
 * make it jitter.
 */
const FOLLOWS = 0.5;
/** For how many frames without a found document the last outline stays visible. */
const LOOKS_KEPT = 3;

/** Draws the outline over the camera's picture, in coordinates from 0 to 1. */
export class DrawnOutline {
  #corners: Outline | undefined;
  #missed = 0;

  constructor(private readonly polygon: SVGPolygonElement) {}

  follow(found: Outline | undefined): void {
    this.#missed = found ? 0 : this.#missed + 1;
    if (found) this.#corners = this.#corners ? between(this.#corners, found) : found;
    else if (this.#missed >= LOOKS_KEPT) this.#corners = undefined;
    const { width, height } = this.polygon.ownerSVGElement?.viewBox.baseVal ?? { width: 1, height: 1 };
    const points = this.#corners?.map(([x, y]) => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`);
    this.polygon.toggleAttribute('data-seen', points !== undefined);
    if (points) this.polygon.setAttribute('points', points.join(' '));
  }
}

const between = (before: Outline, now: Outline): Outline =>
  before.map(([x, y], index) => {
    const [toX, toY] = now[index] ?? [x, y];
    return [x + FOLLOWS * (toX - x), y + FOLLOWS * (toY - y)] as const;
  }) as unknown as Outline;

/** Draws a ring around a reflection, over the camera's picture. */
export class DrawnGlare {
  #missed = LOOKS_KEPT;

  constructor(private readonly ring: SVGEllipseElement) {}

  follow(glare: Area | undefined): void {
    this.#missed = glare ? 0 : this.#missed + 1;
    this.ring.toggleAttribute('data-seen', this.#missed < LOOKS_KEPT);
    if (!glare) return;
    const { width, height } = this.ring.ownerSVGElement?.viewBox.baseVal ?? { width: 1, height: 1 };
    const place = {
      cx: (glare.left + glare.width / 2) * width,
      cy: (glare.top + glare.height / 2) * height,
      rx: (glare.width / Math.SQRT2 + AROUND) * width,
      ry: (glare.height / Math.SQRT2 + AROUND) * height,
    };
    for (const [name, value] of Object.entries(place)) this.ring.setAttribute(name, value.toFixed(1));
  }
}

/** Enlarges the ring by this share of the picture, so that it does not hide the reflection. */
const AROUND = 0.01;
