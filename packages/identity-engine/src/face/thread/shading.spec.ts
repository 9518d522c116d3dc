import { shadingOf } from './shading.js';

const SIDE = 90;
const square = (brightness: (x: number, y: number) => number): Float64Array =>
  Float64Array.from({ length: SIDE * SIDE }, (_, at) => brightness(at % SIDE, Math.floor(at / SIDE)));
/** Deterministic noise without a visible pattern. */
const noise = (x: number, y: number): number => {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453;
  return value - Math.floor(value) - 0.5;
};
const lines = (x: number): number => (x % 30 < 3 ? 0.2 : 0.8);
const rounded = (x: number, y: number): number => Math.hypot(x - 45, y - 45) / 90;

describe('The shading of a face', () => {
  it('is everywhere on what is round', () => expect(shadingOf(square(rounded), SIDE)).toBeGreaterThan(0.9));

  it('is nowhere between the lines of a drawing', () => {
    expect(shadingOf(square(lines), SIDE)).toBeLessThan(0.1);
    expect(
      shadingOf(
        square((x, y) => lines(x) + 0.05 * noise(x, y)),
        SIDE,
      ),
    ).toBeLessThan(0.3);
  });

  it('is none where all is of one brightness', () =>
    expect(
      shadingOf(
        square(() => 0.5),
        SIDE,
      ),
    ).toBeCloseTo(0));
});
