import type { Area, Grey } from './grey.js';
import { outlineOf, turnOf, type Line, type Outline } from './outline.js';

/**
 * The distances of a document's edges from the on-screen guide, measured inwards, relative to the guide's shorter side.
 */
export interface Edges {
  readonly left: number | undefined;
  readonly right: number | undefined;
  readonly top: number | undefined;
  readonly bottom: number | undefined;
}

/**
 * The number of parts into which each side of the guide is divided: the edge of a slightly turned document has a
 * different distance from the guide in each part.
 */
const PARTS = 8;
const OUTSIDE = 0.14;
const INSIDE = 0.42;
/**
 * In one part of a side, a step in brightness (0 to 255) counts as an edge if it is at least `LEAST_STEP`, and at least
 * `PROMINENT` times the median of all steps there.
 */
const LEAST_STEP = 7;
const PROMINENT = 2;
/**
 * A line counts as found if the edges in at least `AGREEING` of the 8 parts are near it: at most `CLOSE` away, relative
 * to the guide's shorter side.
 */
const AGREEING = 5;
const CLOSE = 0.055;

/** Lines with a larger slope are ignored, because the print on a document contains lines of all kinds. */
const MOST_TURNED = Math.tan((16 * Math.PI) / 180);

export interface FoundEdges {
  readonly edges: Edges;
  /** The outline of the document. Set if all four edges were found. */
  readonly outline?: Outline;
  /** The largest angle in degrees of an edge to the guide, or to the opposite edge. */
  readonly turned: number;
}

/** Looks for the four edges of a document around and inside the on-screen guide that it should fill. */
export function edgesAround(picture: Grey, guide: Area): FoundEdges {
  const { left, top, width, height } = guide;
  const short = Math.min(width, height);
  const across = { picture, short, start: top, length: height };
  const along = { picture, short, start: left, length: width };
  const columns = (x: number, y: number) => [x, y] as const;
  const rows = (y: number, x: number) => [x, y] as const;
  const lines = {
    left: lineAlong({ ...across, from: left, inwards: 1, place: columns }),
    right: lineAlong({ ...across, from: left + width, inwards: -1, place: columns }),
    top: lineAlong({ ...along, from: top, inwards: 1, place: rows }),
    bottom: lineAlong({ ...along, from: top + height, inwards: -1, place: rows }),
  };
  const outline = outlineOf(lines);
  const edges = {
    left: lines.left && (lines.left.middle - left) / short,
    right: lines.right && (left + width - lines.right.middle) / short,
    top: lines.top && (lines.top.middle - top) / short,
    bottom: lines.bottom && (top + height - lines.bottom.middle) / short,
  };
  return { edges, turned: turnOf(lines), ...(outline && { outline }) };
}

interface Side {
  readonly picture: Grey;
  readonly short: number;
  /** The x or y coordinate of this side of the guide, and the direction from there into the guide. */
  readonly from: number;
  readonly inwards: 1 | -1;
  readonly start: number;
  readonly length: number;
  /** Converts a distance across the side and a position along it to a pixel. */
  readonly place: (across: number, along: number) => readonly [x: number, y: number];
}

/** The line through the edges that were found in most parts, so that a false edge in a few parts does not matter. */
function lineAlong(side: Side): Line | undefined {
  const { short, from, inwards, start, length } = side;
  const found = Array.from({ length: PARTS }, (_, part) => {
    const offset = strongestIn(side, part);
    return offset === undefined
      ? []
      : [{ at: from + inwards * offset * short, along: start + (length * (part + 0.5)) / PARTS }];
  }).flat();
  if (found.length < AGREEING) return undefined;
  const slopes = found.flatMap((one, index) =>
    found.slice(index + 1).map((other) => (other.at - one.at) / (other.along - one.along)),
  );
  const slope = medianOf(slopes);
  const origin = medianOf(found.map(({ at, along }) => at - slope * along));
  const agreeing = found.filter(({ at, along }) => Math.abs(at - origin - slope * along) <= CLOSE * short);
  return agreeing.length >= AGREEING && Math.abs(slope) <= MOST_TURNED
    ? { origin, slope, middle: origin + slope * (start + length / 2) }
    : undefined;
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The strongest edge in one part of a side. `undefined` if none stands out. */
function strongestIn(side: Side, part: number): number | undefined {
  const { short } = side;
  const steps: number[] = [];
  const first = Math.round(-OUTSIDE * short);
  for (let offset = first; offset <= INSIDE * short; offset++) steps.push(stepAt(side, part, offset));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const strongest = Math.max(...steps);
  // Takes the outermost of edges that are about as strong, because the print on a document has edges, too.
  const at = steps.findIndex((step) => step >= 0.6 * strongest);
  return strongest >= LEAST_STEP && strongest >= PROMINENT * usual ? (first + at) / short : undefined;
}

/** The step in brightness from outside to inside at an offset from the guide, averaged along a part of the side. */
function stepAt({ picture, from, inwards, start, length, place }: Side, part: number, offset: number): number {
  const [begin, end] = [start + (length * part) / PARTS, start + (length * (part + 1)) / PARTS];
  const across = Math.round(from + inwards * offset);
  let [sum, count] = [0, 0];
  for (let along = Math.round(begin); along < end; along += 2) {
    const [inside, outside] = [place(across + inwards, along), place(across - inwards, along)];
    sum += valueAt(picture, inside) - valueAt(picture, outside);
    count++;
  }
  return count === 0 ? 0 : Math.abs(sum / count);
}

const valueAt = ({ width, height, pixels }: Grey, [x, y]: readonly [x: number, y: number]): number =>
  pixels[clamp(y, height) * width + clamp(x, width)] ?? 0;

const clamp = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
