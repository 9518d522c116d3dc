import { inputOf, shapeOf, type NetInput } from './onnx-net.js';

const input: NetInput = { size: 2, layout: 'NCHW', colors: 'RGB', mean: [10, 20, 30], scale: 0.5 };
/** Four pixels, with red, green and blue of each. */
const chip = Float32Array.of(10, 20, 30, 12, 24, 36, 14, 28, 42, 16, 32, 48);

describe('What a net is given', () => {
  it('is colour by colour, or pixel by pixel', () => {
    expect(Array.from(inputOf(chip, input))).toEqual([0, 1, 2, 3, 0, 2, 4, 6, 0, 3, 6, 9]);
    expect(Array.from(inputOf(chip, { ...input, layout: 'NHWC' }))).toEqual([0, 0, 0, 1, 2, 3, 2, 4, 6, 3, 6, 9]);
    expect(shapeOf(input)).toEqual([1, 3, 2, 2]);
    expect(shapeOf({ ...input, layout: 'NHWC' })).toEqual([1, 2, 2, 3]);
  });

  it('has its means in the order of its colours', () => {
    const bgr = { ...input, colors: 'BGR', mean: [30, 20, 10] } as const;
    expect(Array.from(inputOf(chip, bgr))).toEqual([0, 3, 6, 9, 0, 2, 4, 6, 0, 1, 2, 3]);
  });
});
