import { CHARACTERS } from './characters.js';
import { PATCH_SIZE } from './glyph-net.js';
import { matrixMemory } from './matrix-product.js';
import { glyphNet } from './net-file.js';

describe('The product of matrices', () => {
  it('is that of the plain loop', () => {
    const [rows, columns, length] = [8, 12, 20];
    const { buffer, multiply } = matrixMemory(65_536);
    const a = new Float32Array(buffer, 0, rows * length).map(() => Math.random() - 0.5);
    const b = new Float32Array(buffer, 4_096, columns * length).map(() => Math.random() - 0.5);
    const [inA, inB] = [new Float32Array(buffer, 0, a.length), new Float32Array(buffer, 4_096, b.length)];
    inA.set(a);
    inB.set(b);
    multiply(0, 4_096, 16_384, rows, columns, length);
    const product = new Float32Array(buffer, 16_384, rows * columns);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        let sum = 0;
        for (let k = 0; k < length; k++) sum += (a[i * length + k] ?? 0) * (b[j * length + k] ?? 0);
        expect(product[i * columns + j]).toBeCloseTo(sum, 4);
      }
    }
  });
});

describe('The glyph net', () => {
  it('gives probabilities, the same in every place of a batch', () => {
    const net = glyphNet();
    const patch = Float32Array.from({ length: PATCH_SIZE }, (_, i) => Math.sin(i));
    for (let i = 0; i < 3; i++) net.input.set(patch, i * PATCH_SIZE);
    const rows = [0, 1, 2].map((i) => net.classify(3).slice(i * CHARACTERS.length, (i + 1) * CHARACTERS.length));
    expect(rows[0]?.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4);
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[2]).toEqual(rows[0]);
  });
});
