import { CHIP } from '../alignment.js';
import type { FaceLight } from '../face.js';
import { shadingOf } from './shading.js';

/** The range of pixels of the face chip that lies inside the face, without background and hair. */
const [FROM, TO] = [Math.round(CHIP * 0.2), Math.round(CHIP * 0.8)];

/** Measures the light on an aligned face. Alignment gives all faces the same size. */
export function lightOf(chip: Float32Array): FaceLight {
  const grey = (x: number, y: number): number => {
    const at = (y * CHIP + x) * 3;
    return (0.299 * (chip[at] ?? 0) + 0.587 * (chip[at + 1] ?? 0) + 0.114 * (chip[at + 2] ?? 0)) / 255;
  };
  const inner = new Float64Array((TO - FROM) ** 2);
  let [count, sum, squares, edges] = [0, 0, 0, 0];
  for (let y = FROM; y < TO; y++) {
    for (let x = FROM; x < TO; x++, count++) {
      const value = grey(x, y);
      inner[count] = value;
      sum += value;
      squares += value * value;
      edges += (4 * value - grey(x - 1, y) - grey(x + 1, y) - grey(x, y - 1) - grey(x, y + 1)) ** 2;
    }
  }
  const brightness = sum / count;
  const contrast = Math.sqrt(Math.max(0, squares / count - brightness ** 2));
  // Sharpness is relative to the contrast, because a dim picture would otherwise count as blurred.
  const sharpness = Math.min(1, Math.sqrt(edges / count) / (contrast || 1));
  return { brightness, contrast, sharpness, shading: shadingOf(inner, TO - FROM) };
}
