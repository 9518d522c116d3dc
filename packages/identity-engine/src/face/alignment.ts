import { vertex } from '@countersign/face-geometry';
import type { Mesh } from './face.js';
import type { OnnxNet } from './onnx-net.js';
import type { Level, Placement, Pyramid } from './raster.js';

/** The side length of a face chip, the aligned picture of a face that the descriptor net gets. */
export const CHIP = 150;

/** Vertices of the mesh, with their positions in a unit square. A group of vertices is represented by its mean. */
type Template = readonly (readonly [vertices: number | readonly number[], x: number, y: number])[];

const RIGHT_EYE = [33, 160, 158, 133, 153, 144];
const LEFT_EYE = [362, 385, 387, 263, 373, 380];

// oxfmt-ignore
const templates = {
  /** Five points of dlib's mean face: the corners of the eyes and the base of the nose. */
  five: [[263, 0.859567, 0.213498], [362, 0.646060, 0.228967], [33, 0.120575, 0.213727], [133, 0.334085, 0.229064], [2, 0.490112, 0.627798]],
  /** Points of dlib's mean face on nose, eyes and upper lip. Brows and lower lip are left out because they move. */
  many: [
    [168, 0.490127, 0.203352], [197, 0.490127, 0.307009], [5, 0.490127, 0.409805], [4, 0.490127, 0.515625],
    [75, 0.366880, 0.587326], [97, 0.426036, 0.609345], [2, 0.490127, 0.628106], [326, 0.554217, 0.609345], [305, 0.613373, 0.587326],
    [33, 0.121737, 0.216423], [160, 0.187122, 0.178758], [158, 0.265825, 0.179852], [133, 0.334606, 0.231733], [153, 0.260918, 0.245099], [144, 0.182743, 0.244077],
    [362, 0.645647, 0.231733], [385, 0.714428, 0.179852], [387, 0.793132, 0.178758], [263, 0.858516, 0.216423], [373, 0.797510, 0.244077], [380, 0.719335, 0.245099],
    [61, 0.254149, 0.780233], [39, 0.340985, 0.745405], [37, 0.428858, 0.727388], [0, 0.490127, 0.742578], [267, 0.551395, 0.727388], [269, 0.639268, 0.745405], [291, 0.726104, 0.780233],
    [78, 0.290379, 0.784792], [82, 0.428096, 0.778746], [13, 0.490127, 0.785343], [312, 0.552157, 0.778746], [308, 0.689874, 0.784792],
  ],
  /**
   * The points with which ArcFace nets are trained: eyes, tip of the nose and corners of the mouth, in a square of 112
   * pixels.
   */
  arcface: [
    [RIGHT_EYE, 38.2946 / 112, 51.6963 / 112], [LEFT_EYE, 73.5318 / 112, 51.5014 / 112], [4, 56.0252 / 112, 71.7366 / 112],
    [61, 41.5493 / 112, 92.3655 / 112], [291, 70.7299 / 112, 92.2041 / 112],
  ],
} as const satisfies Record<string, Template>;

export interface Crop {
  readonly template: keyof typeof templates;
  /** The margin around the aligned face, relative to the size of the template. */
  readonly padding: number;
  /** A shift of the crop, in pixels of the face chip. */
  readonly shift: readonly [x: number, y: number];
}

/** The first crop of a face. The light on the face is also measured in it. */
export const FIRST_CROP: Crop = { template: 'five', padding: 0.25, shift: [0, 0] };

/**
 * The crops whose descriptors are averaged. With six crops there are half as many false non-matches as with one
 * (measured in docs/decisions/27-faces.md).
 */
export const CROPS: readonly Crop[] = [
  FIRST_CROP,
  { template: 'many', padding: 0.25, shift: [0, 0] },
  { template: 'many', padding: 0.2, shift: [0, 0] },
  { template: 'many', padding: 0.15, shift: [4, 0] },
  { template: 'many', padding: 0.15, shift: [-4, 0] },
  { template: 'many', padding: 0.15, shift: [0, -4] },
];
export const HALF_CROPS = CROPS.slice(0, 3);
export const FAST_CROPS = [FIRST_CROP];

/** The crop for nets other than the built-in dlib net. */
export const ALIGNED = {
  dlib: { template: 'many', padding: 0.25, shift: [0, 0] },
  arcface: { template: 'arcface', padding: 0, shift: [0, 0] },
} as const satisfies Record<OnnxNet['alignment'], Crop>;

/**
 * The best similarity transform (least squares) from the vertices to their template positions. The result maps pixels
 * of the face chip to the picture.
 */
export function placementOf(mesh: Mesh, { template, padding, shift }: Crop, size = CHIP): Placement {
  const place = (v: number): number => ((padding + v) / (1 + 2 * padding)) * size;
  const pairs = templates[template].map(([vertices, x, y]) => {
    const { x: fromX, y: fromY } = meanVertex(mesh, vertices);
    return { fromX, fromY, toX: place(x) + shift[0], toY: place(y) + shift[1] };
  });
  const mean = (of: (pair: (typeof pairs)[number]) => number): number =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [mx, my, mX, mY] = [mean((p) => p.fromX), mean((p) => p.fromY), mean((p) => p.toX), mean((p) => p.toY)];
  const along = mean((p) => (p.fromX - mx) * (p.toX - mX) + (p.fromY - my) * (p.toY - mY));
  const turned = mean((p) => (p.fromX - mx) * (p.toY - mY) - (p.fromY - my) * (p.toX - mX));
  const spread = mean((p) => (p.fromX - mx) ** 2 + (p.fromY - my) ** 2);
  const [a, b] = [along / spread, turned / spread];
  return inverse({ a, b, tx: mX - a * mx + b * my, ty: mY - b * mx - a * my });
}

function meanVertex(mesh: Mesh, vertices: number | readonly number[]): { x: number; y: number } {
  const found = [vertices].flat().map((index) => vertex(mesh, index));
  const mean = (of: 'x' | 'y'): number => found.reduce((sum, one) => sum + one[of], 0) / found.length;
  return { x: mean('x'), y: mean('y') };
}

function inverse({ a, b, tx, ty }: Placement): Placement {
  const size = a * a + b * b;
  const [ia, ib] = [a / size, -b / size];
  return { a: ia, b: ib, tx: -(ia * tx - ib * ty), ty: -(ib * tx + ia * ty) };
}

/** The largest distance between two samples, in pixels of the pyramid level. A larger one would cause aliasing. */
const COARSEST_STEP = 1 / 0.55;

/** The pyramid level to sample, and `placement` converted to the coordinates of this level. */
export function levelFor(pyramid: Pyramid, placement: Placement): { level: Level; placement: Placement } {
  const step = Math.hypot(placement.a, placement.b);
  const level = pyramid.level(({ scale }) => step * scale <= COARSEST_STEP);
  const { scale } = level;
  const moved = (t: number): number => (t + 0.5) * scale - 0.5;
  return {
    level,
    placement: { a: placement.a * scale, b: placement.b * scale, tx: moved(placement.tx), ty: moved(placement.ty) },
  };
}
