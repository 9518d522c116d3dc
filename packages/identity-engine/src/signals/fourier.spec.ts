import { Fourier } from './fourier.js';

describe('The Fourier transform', () => {
  it('is what its definition says', () => {
    const size = 16;
    const values = Array.from({ length: size }, (_, i) => Math.sin(i * 1.7) + (i % 3));
    const [re, im] = [Float64Array.from(values), new Float64Array(size)];
    new Fourier(size).transform(re, im);
    for (let k = 0; k < size; k++) {
      const angle = (i: number) => (-2 * Math.PI * i * k) / size;
      expect(re[k]).toBeCloseTo(
        values.reduce((sum, value, i) => sum + value * Math.cos(angle(i)), 0),
        9,
      );
      expect(im[k]).toBeCloseTo(
        values.reduce((sum, value, i) => sum + value * Math.sin(angle(i)), 0),
        9,
      );
    }
  });

  it('finds the direction and the number of waves in a square', () => {
    const size = 32;
    const re = Float64Array.from({ length: size * size }, (_, i) =>
      Math.cos((2 * Math.PI * (3 * (i % size) + 5 * Math.floor(i / size))) / size),
    );
    const im = new Float64Array(re.length);
    new Fourier(size).transformSquare(re, im);
    const power = Array.from(re, (value, i) => value ** 2 + (im[i] ?? 0) ** 2);
    const strongest = power.flatMap((value, i) => (value > 1 ? [[i % size, Math.floor(i / size)]] : []));
    expect(strongest).toEqual([
      [3, 5],
      [size - 3, size - 5],
    ]);
  });
});
