/** Operations on small pictures of floats that simulate a camera: blur, motion and JPEG compression. */
const clamped = (value, most) => Math.min(most, Math.max(0, value));

export function bilinear({ pixels, width, height }, x, y) {
  const [px, py] = [clamped(x, width - 1.001), clamped(y, height - 1.001)];
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const [fx, fy] = [px - left, py - top];
  const at = top * width + left;
  const upper = pixels[at] * (1 - fx) + pixels[at + 1] * fx;
  return upper * (1 - fy) + (pixels[at + width] * (1 - fx) + pixels[at + width + 1] * fx) * fy;
}

export function blurred(plane, sigma) {
  const reach = Math.ceil(sigma * 2.2);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  return along(along(plane, kernel, 1, 0), kernel, 0, 1);
}

/** Simulates a movement of the camera: each pixel becomes the mean of the pixels along a line. */
export function smeared(plane, angle, length) {
  const { width, height, pixels } = plane;
  const steps = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((n) => [
    (Math.cos(angle) * length * n) / 4,
    (Math.sin(angle) * length * n) / 4,
  ]);
  const at = (x, y) => pixels[clamped(Math.round(y), height - 1) * width + clamped(Math.round(x), width - 1)];
  const moved = pixels.map((_, i) =>
    steps.reduce((sum, [dx, dy]) => sum + at((i % width) + dx, Math.floor(i / width) + dy) / steps.length, 0),
  );
  return { width, height, pixels: moved };
}

function along({ pixels, width, height }, kernel, dx, dy) {
  const reach = (kernel.length - 1) / 2;
  const whole = kernel.reduce((sum, value) => sum + value, 0);
  const result = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let i = -reach; i <= reach; i++) {
        const at = clamped(y + i * dy, height - 1) * width + clamped(x + i * dx, width - 1);
        sum += kernel[i + reach] * pixels[at];
      }
      result[y * width + x] = sum / whole;
    }
  }
  return { pixels: result, width, height };
}

const COSINES = Array.from({ length: 8 }, (_, u) =>
  Float32Array.from({ length: 8 }, (_, x) => Math.sqrt((u ? 2 : 1) / 8) * Math.cos(((2 * x + 1) * u * Math.PI) / 16)),
);
/** The quantisation table for brightness (ISO/IEC 10918-1, annex K). */
// oxfmt-ignore
const QUANTISATION = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

/**
 * The picture after JPEG compression at this quality. The offsets shift the grid of blocks, because a cell can be
 * anywhere in a photograph.
 */
export function compressed({ pixels, width, height }, quality, offsetX, offsetY) {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50;
  const result = Float32Array.from(pixels);
  for (let top = -offsetY; top < height; top += 8) {
    for (let left = -offsetX; left < width; left += 8) {
      const block = Float32Array.from({ length: 64 }, (_, i) => {
        const [x, y] = [clamped(left + (i % 8), width - 1), clamped(top + (i >> 3), height - 1)];
        return 255 * pixels[y * width + x];
      });
      const steps = transformed(block, false).map((value, i) => {
        const step = Math.max(1, QUANTISATION[i] * scale);
        return Math.round(value / step) * step;
      });
      transformed(steps, true).forEach((value, i) => {
        const [x, y] = [left + (i % 8), top + (i >> 3)];
        if (x >= 0 && y >= 0 && x < width && y < height) result[y * width + x] = value / 255;
      });
    }
  }
  return { pixels: result, width, height };
}

/** The discrete cosine transform of a block of 8 × 8 values, or its inverse. */
function transformed(block, inverse) {
  const factor = (u, x) => (inverse ? COSINES[x][u] : COSINES[u][x]);
  const rows = Float32Array.from({ length: 64 }, (_, i) => {
    let sum = 0;
    for (let x = 0; x < 8; x++) sum += factor(i % 8, x) * block[(i >> 3) * 8 + x];
    return sum;
  });
  return Float32Array.from({ length: 64 }, (_, i) => {
    let sum = 0;
    for (let y = 0; y < 8; y++) sum += factor(i >> 3, y) * rows[y * 8 + (i % 8)];
    return sum;
  });
}
