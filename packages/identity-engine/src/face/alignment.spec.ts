import { vertex } from '@countersign/face-geometry';
import { headSeen } from '../../../../test/support/faces/modelled-head.js';
import { ALIGNED, CHIP, CROPS, levelFor, placementOf } from './alignment.js';
import type { Mesh } from './face.js';
import { Pyramid, sample, type Raster } from './raster.js';

const [five] = CROPS;
const gradient = (width: number, height: number): Raster => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) =>
    Math.floor(((Math.floor(at / 3) % width) * 255) / width),
  ),
});

/** Positions in a square of 112 pixels. The six vertices of an eye lie around its centre. */
const ARCFACE: Readonly<Record<number, readonly [x: number, y: number]>> = {
  ...eyeAround(38.2946, 51.6963, [33, 160, 158, 133, 153, 144]),
  ...eyeAround(73.5318, 51.5014, [362, 385, 387, 263, 373, 380]),
  4: [56.0252, 71.7366],
  61: [41.5493, 92.3655],
  291: [70.7299, 92.2041],
};

function eyeAround(x: number, y: number, vertices: readonly number[]) {
  return Object.fromEntries(
    vertices.map((index, at) => {
      const angle = (at * Math.PI) / 3;
      return [index, [x - 6 * Math.cos(angle), y - 3 * Math.sin(angle)] as const];
    }),
  );
}

describe('The placement of a chip', () => {
  it('puts the eyes where the template has them, whatever the size and the lean of the face', () => {
    const upright = headSeen({ size: 40 });
    const leaning = upright.map(({ x, y, z }) => ({ x: 2 * (x * 0.8 - y * 0.6), y: 2 * (x * 0.6 + y * 0.8), z }));
    for (const mesh of [upright, leaning]) {
      const { a, b, tx, ty } = placementOf(mesh, five!);
      const eye = vertex(mesh, 33);
      const [cx, cy] = [((0.25 + 0.120575) / 1.5) * CHIP, ((0.25 + 0.213727) / 1.5) * CHIP];
      const distance = Math.hypot(a * cx - b * cy + tx - eye.x, b * cx + a * cy + ty - eye.y);
      expect(distance / Math.hypot(a, b)).toBeLessThan(6); // pixels of the chip
    }
  });

  it.each([112, 160])('puts eyes, nose and mouth where ArcFace has them, in a square of %i pixels', (size) => {
    const seen = { a: 2, b: 0.5, tx: 30, ty: 40 };
    const mesh: Mesh = Array.from({ length: 468 }, (_, index) => {
      const [x, y] = (ARCFACE[index] ?? [0, 0]).map((side) => (side * size) / 112) as [number, number];
      return { x: seen.a * x - seen.b * y + seen.tx, y: seen.b * x + seen.a * y + seen.ty, z: 0 };
    });
    const placement = placementOf(mesh, ALIGNED.arcface, size);
    expect(placement).toEqual({
      a: expect.closeTo(seen.a),
      b: expect.closeTo(seen.b),
      tx: expect.closeTo(seen.tx),
      ty: expect.closeTo(seen.ty),
    });
  });

  it('chooses a level of which the chip skips no pixels', () => {
    const pyramid = new Pyramid(gradient(400, 300));
    const { level, placement } = levelFor(pyramid, { a: 6, b: 0, tx: 100, ty: 100 });
    expect([level.width, level.scale, placement.a]).toEqual([100, 0.25, 1.5]);
    expect(levelFor(pyramid, { a: 1, b: 0, tx: 0, ty: 0 }).level.width).toBe(400);
    expect(levelFor(pyramid, { a: 99, b: 0, tx: 0, ty: 0 }).level.width).toBe(100); // no smaller level is made
  });
});

describe('Sampling', () => {
  it('interpolates between pixels and repeats those of the edge', () => {
    const out = new Float32Array(4 * 4 * 3);
    sample(
      { width: 2, height: 2, data: Uint8Array.from([0, 0, 0, 100, 100, 100, 0, 0, 0, 100, 100, 100]) },
      { a: 0.5, b: 0, tx: 0, ty: 0 },
      4,
      out,
    );
    const row = Array.from({ length: 4 }, (_, x) => Math.round(out[x * 3]!));
    expect(row).toEqual([0, 50, 100, 100]);
  });

  it('leaves black what lies outside, where it is told to', () => {
    const out = new Float32Array(2 * 2 * 3);
    sample(gradient(10, 10), { a: 1, b: 0, tx: -5, ty: -5 }, 2, out, { blackOutside: true });
    expect(Array.from(out)).toEqual(Array(12).fill(0));
  });
});
