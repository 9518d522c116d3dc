import sharp from 'sharp';

type Colour = readonly [number, number, number];
type Ellipse = readonly [x: number, y: number, width: number, height: number, colour: Colour];

const SIDE = 600;
const WHITE: Colour = [250, 250, 250];
const BLACK: Colour = [20, 20, 20];

export interface Likeness {
  readonly skin?: Colour;
  readonly hair?: Colour;
  readonly eyes?: number;
}

/** A drawn face of plain surfaces, like a cartoon or an avatar. */
export function drawnFace({ skin = [232, 184, 148], hair = [59, 36, 23], eyes = 52 }: Likeness = {}): Promise<Buffer> {
  const eye = (x: number): Ellipse[] => [
    [x, 226, 32, 9, hair],
    [x, 262, 23, 12, WHITE],
    [x, 262, 10, 10, [75, 54, 33]],
    [x, 262, 5, 5, BLACK],
  ];
  const parts: Ellipse[] = [
    [300, 640, 200, 150, [51, 68, 85]],
    [300, 460, 46, 70, skin],
    [300, 220, 148, 168, hair],
    [300, 295, 126, 168, skin],
    ...eye(300 - eyes),
    ...eye(300 + eyes),
    [294, 300, 3, 34, [138, 90, 63]],
    [290, 332, 6, 4, [91, 52, 35]],
    [311, 332, 6, 4, [91, 52, 35]],
    [300, 380, 42, 12, [176, 82, 79]],
    [300, 380, 42, 2, [107, 44, 44]],
  ];
  const pixels = Buffer.alloc(SIDE * SIDE * 3, 210);
  for (const [cx, cy, width, height, colour] of parts) {
    for (let at = 0; at < SIDE * SIDE; at++) {
      const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
      if (((x - cx) / width) ** 2 + ((y - cy) / height) ** 2 <= 1) pixels.set(colour, 3 * at);
    }
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .blur(1)
    .jpeg({ quality: 88 })
    .toBuffer();
}
