import sharp from 'sharp';

const [WIDTH, HEIGHT] = [960, 640];
const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
const noisy = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise } });

/** As a camera saves it. */
export const noisyPhotograph = (): Promise<Buffer> => noisy(WIDTH, HEIGHT).jpeg({ quality: 80 }).toBuffer();

/** In shares of the photograph. */
export const FACE = { left: 0.15, top: 0.3, width: 0.12, height: 0.25 };

/** A photograph into which something was put where the face is. */
export async function editedFile(quality = 95): Promise<Buffer> {
  const patch = await noisy(180, 240).png().toBuffer();
  return sharp(await noisyPhotograph())
    .composite([{ input: patch, left: 110, top: 155 }])
    .jpeg({ quality })
    .toBuffer();
}
