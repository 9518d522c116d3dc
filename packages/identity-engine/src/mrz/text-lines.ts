import type { Box } from './components.js';
import { fitted, valueAt } from './polynomial.js';

/** The boxes of one text line, from left to right. */
export interface Chain {
  readonly boxes: readonly Box[];
  readonly height: number;
  readonly pitch: number;
}

export function median(values: Iterable<number>): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const FEWEST_IN_SEGMENT = 4;
const FEWEST_IN_SEED = 5;
const FEWEST_IN_LINE = 13;
const LONGEST_GAP = 8;

/** Builds text lines: links neighbouring boxes to segments, and joins segments that are in line. */
export function chainsOf(boxes: readonly Box[]): Chain[] {
  const segments = segmentsOf([...boxes].sort((a, b) => a.x - b.x)).sort((a, b) => b.boxes.length - a.boxes.length);
  const left = new Set(segments);
  const chains: Chain[] = [];
  for (const seed of segments) {
    if (!left.has(seed) || seed.boxes.length < FEWEST_IN_SEED) continue;
    left.delete(seed);
    const chain = grown(seed, left);
    if (chain.boxes.length >= FEWEST_IN_LINE) chains.push(chain);
  }
  return chains;
}

function chainOf(boxes: readonly Box[]): Chain {
  const steps = boxes.slice(1).map(({ x }, i) => x - (boxes[i]?.x ?? 0));
  return { boxes, height: median(boxes.map(({ h }) => h)), pitch: median(steps) };
}

/** Links boxes to segments. Two boxes are linked if each is the closest to the other. */
export function segmentsOf(boxes: readonly Box[]): Chain[] {
  const right = new Map<Box, Link>();
  const left = new Map<Box, Link>();
  boxes.forEach((a, i) => {
    for (let j = i + 1; j < boxes.length; j++) {
      const b = boxes[j];
      if (!b || b.x - a.x > 4.5 * a.h) break;
      const cost = costOf(a, b);
      if (cost < (right.get(a)?.cost ?? Infinity)) right.set(a, { box: b, cost });
      if (cost < (left.get(b)?.cost ?? Infinity)) left.set(b, { box: a, cost });
    }
  });
  const next = (box: Box): Box | undefined => {
    const neighbour = right.get(box)?.box;
    return neighbour && left.get(neighbour)?.box === box ? neighbour : undefined;
  };
  const isFirst = (box: Box): boolean => {
    const neighbour = left.get(box)?.box;
    return !neighbour || next(neighbour) !== box;
  };
  return boxes.filter(isFirst).flatMap((first) => {
    const segment: Box[] = [];
    for (let box: Box | undefined = first; box; box = next(box)) segment.push(box);
    return segment.length >= FEWEST_IN_SEGMENT ? [chainOf(segment)] : [];
  });
}

interface Link {
  readonly box: Box;
  readonly cost: number;
}

function costOf(a: Box, b: Box): number {
  const across = b.x - a.x;
  const higher = Math.max(a.h, b.h);
  const down = Math.abs(b.y - a.y);
  const near = across <= 2.6 * higher && across >= 0.35 * higher;
  const level = down <= 0.42 * across && down <= 0.5 * higher;
  return near && level && Math.min(a.h, b.h) >= 0.5 * higher ? across + 1.5 * down : Infinity;
}

function grown(seed: Chain, left: Set<Chain>): Chain {
  let chain = seed;
  for (let again = true; again;) {
    again = false;
    for (const segment of left) {
      if (!continues(chain, segment)) continue;
      chain = chainOf([...chain.boxes, ...segment.boxes].sort((a, b) => a.x - b.x));
      left.delete(segment);
      again = true;
    }
  }
  return chain;
}

function continues(chain: Chain, segment: Chain): boolean {
  if (Math.abs(segment.height - chain.height) > 0.35 * chain.height) return false;
  if (Math.abs(segment.pitch - chain.pitch) > 0.4 * chain.pitch) return false;
  const toTheRight = (segment.boxes[0]?.x ?? 0) > (chain.boxes.at(-1)?.x ?? 0);
  const [before, after] = toTheRight ? [chain, segment] : [segment, chain];
  const gap = (after.boxes[0]?.x ?? 0) - (before.boxes.at(-1)?.x ?? 0);
  if (gap < 0 || gap > chain.pitch * LONGEST_GAP) return false;
  const near = toTheRight ? chain.boxes.slice(-14) : chain.boxes.slice(0, 14);
  const course = fitted(
    near.map(({ x, y }) => ({ t: x, value: y, weight: 1 })),
    1,
  );
  const end = toTheRight ? segment.boxes[0] : segment.boxes.at(-1);
  return course !== undefined && end !== undefined && Math.abs(valueAt(course, end.x) - end.y) <= 0.5 * chain.height;
}
