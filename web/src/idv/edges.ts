import type { Area, Grey } from './grey.js';

/** Where the edges of a document are, measured from the guide inwards, in parts of the guide's shorter side. */
export interface Edges {
  readonly left: number | undefined;
  readonly right: number | undefined;
  readonly top: number | undefined;
  readonly bottom: number | undefined;
}

/** Each side is looked at in so many parts: a document that lies a little askew has its edge elsewhere in each. */
const PARTS = 8;
const OUTSIDE = 0.14;
const INSIDE = 0.42;
/** The least step in brightness, averaged along a part, and by how much it has to exceed what is usual around it. */
const LEAST_STEP = 7;
const PROMINENT = 2;
/** So many parts have to agree, so closely. */
const AGREEING = 5;
const CLOSE = 0.055;

/** Looks for the four edges of a document around and inside the guide that it should fill. */
export function edgesAround(picture: Grey, guide: Area): Edges {
  const { left, top, width, height } = guide;
  const short = Math.min(width, height);
  const across = { picture, short, start: top, length: height };
  const along = { picture, short, start: left, length: width };
  const columns = (x: number, y: number) => [x, y] as const;
  const rows = (y: number, x: number) => [x, y] as const;
  return {
    left: edgeAlong({ ...across, from: left, inwards: 1, place: columns }),
    right: edgeAlong({ ...across, from: left + width, inwards: -1, place: columns }),
    top: edgeAlong({ ...along, from: top, inwards: 1, place: rows }),
    bottom: edgeAlong({ ...along, from: top + height, inwards: -1, place: rows }),
  };
}

interface Side {
  readonly picture: Grey;
  readonly short: number;
  /** The line of the guide, and which way its inside is. */
  readonly from: number;
  readonly inwards: 1 | -1;
  readonly start: number;
  readonly length: number;
  /** From the distance across the side and the place along it to a pixel. */
  readonly place: (across: number, along: number) => readonly [x: number, y: number];
}

function edgeAlong(side: Side): number | undefined {
  const found = Array.from({ length: PARTS }, (_, part) => strongestIn(side, part)).filter((at) => at !== undefined);
  if (found.length < AGREEING) return undefined;
  const middle = [...found].sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
  return found.filter((at) => Math.abs(at - middle) <= CLOSE).length >= AGREEING ? middle : undefined;
}

/** The strongest edge in one part of a side; undefined where none stands out. */
function strongestIn(side: Side, part: number): number | undefined {
  const { short } = side;
  const steps: number[] = [];
  const first = Math.round(-OUTSIDE * short);
  for (let offset = first; offset <= INSIDE * short; offset++) steps.push(stepAt(side, part, offset));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const strongest = Math.max(...steps);
  // The outermost of those that are about as strong: what is printed on a document has edges, too.
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
