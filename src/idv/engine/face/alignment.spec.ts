import { headSeen } from '../../../../test/support/faces/modelled-head.js';
import { CHIP, CROPS, levelFor, placementOf } from './alignment.js';
import { vertex } from './mesh.js';
import { Pyramid, sample, type Raster } from './raster.js';

const [five] = CROPS;
const gradient = (width: number, height: number): Raster => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) =>
    Math.floor(((Math.floor(at / 3) % width) * 255) / width),
  ),
});

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

  it('chooses a level of which the chip skips no pixels', () => {
    const pyramid = new Pyramid(gradient(400, 300));
    const { level, placement } = levelFor(pyramid, { a: 6, b: 0, tx: 100, ty: 100 });
    expect([level.width, level.scale, placement.a]).toEqual([100, 0.25, 1.5]);
    expect(levelFor(pyramid, { a: 1, b: 0, tx: 0, ty: 0 }).level.width).toBe(400);
    expect(levelFor(pyramid, { a: 99, b: 0, tx: 0, ty: 0 }).level.width).toBe(100); // none smaller is made
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
