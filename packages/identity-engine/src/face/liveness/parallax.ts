import { vertex } from '@countersign/face-geometry';
import type { FoundFace, Mesh } from '../face.js';

/** Vertices that blinking and speaking do not move: nose, corners of the eyes, forehead, temples, cheekbones. */
// oxfmt-ignore
const RIGID = [168, 6, 197, 195, 5, 4, 1, 2, 98, 327, 129, 358, 33, 133, 362, 263, 10, 151, 9, 108, 337, 67, 297, 127, 356, 234, 454, 50, 280, 117, 346, 205, 425];

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * How much two views of a face differ beyond what a flat picture could show: the mean distance that remains after the
 * best perspective transform from one to the other, relative to the distance of the eyes. When a head turns, its nose
 * moves more than its cheeks; in a photograph it does not, however it is held.
 */
export function parallaxBetween(one: FoundFace, other: FoundFace): number {
  const [from, to] = [normalised(one.mesh), normalised(other.mesh)];
  const map = perspective(from, to);
  if (!map) return 0;
  const squares = from.map((point, index) => {
    const target = to[index] ?? point;
    const { x, y } = applied(map, point);
    return (x - target.x) ** 2 + (y - target.y) ** 2;
  });
  const scale =
    spreadOf(other.mesh) / Math.max(other.eyeDistance, one.eyeDistance * (spreadOf(other.mesh) / spreadOf(one.mesh)));
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length) * scale;
}

const rigid = (mesh: Mesh): Point[] => RIGID.map((index) => vertex(mesh, index));

function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function spreadOf(mesh: Mesh): number {
  const points = rigid(mesh);
  const centre = centreOf(points);
  return Math.sqrt(
    points.reduce((sum, { x, y }) => sum + (x - centre.x) ** 2 + (y - centre.y) ** 2, 0) / points.length,
  );
}

/**
 * Moves the points to the origin and scales them to size 1, because the equations would otherwise be badly conditioned.
 */
function normalised(mesh: Mesh): Point[] {
  const points = rigid(mesh);
  const [centre, spread] = [centreOf(points), spreadOf(mesh)];
  return points.map(({ x, y }) => ({ x: (x - centre.x) / spread, y: (y - centre.y) / spread }));
}

/** The eight free parameters of a perspective transform. */
type Perspective = readonly number[];

function applied([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: Perspective, { x, y }: Point): Point {
  const w = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** The least-squares solution. Undefined if the points do not determine it. */
function perspective(from: readonly Point[], to: readonly Point[]): Perspective | undefined {
  const rows = from.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = to[index] ?? { x, y };
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const unknowns = Array.from({ length: 8 }, (_, index) => index);
  const product = (i: number, j: number): number => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0);
  return solved(unknowns.map((i) => [...unknowns.map((j) => product(i, j)), product(i, 8)]));
}

/** Solves linear equations by Gauss–Jordan elimination with pivoting. */
function solved(equations: number[][]): number[] | undefined {
  const size = equations.length;
  let rest = equations;
  const done: number[][] = [];
  for (let column = 0; column < size; column++) {
    const pivot = rest.reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    const lead = pivot[column] ?? 0;
    if (Math.abs(lead) < 1e-12) return undefined;
    const unit = pivot.map((value) => value / lead);
    const without = (row: number[]): number[] => row.map((value, at) => value - (row[column] ?? 0) * (unit[at] ?? 0));
    rest = rest.filter((row) => row !== pivot).map(without);
    done.splice(0, done.length, ...done.map(without), unit);
  }
  return done.map((row) => row[size] ?? 0);
}
