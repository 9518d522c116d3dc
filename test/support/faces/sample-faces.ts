import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/**
 * Faces in sample photographs of an installed package: the photograph, and left, top and side of a square around the
 * face. They are cut out when a test runs, and nothing is stored.
 */
// oxfmt-ignore
const FACES = {
  '1a': [1, 689, 296, 497], '1b': [1, 1346, 101, 452], '1c': [1, 267, 248, 490],
  '2a': [2, 1296, 25, 510], '2b': [2, 727, 118, 508],
  '3a': [3, 895, 85, 455], '3b': [3, 1254, 148, 617], '3c': [3, 426, 205, 541],
  '4a': [4, 520, 0, 466], '4b': [4, 1136, 54, 466], '4c': [4, 836, 77, 400], '4d': [4, 99, 115, 454],
  '5a': [5, 166, 743, 587], '5b': [5, 1196, 230, 648], '5c': [5, 965, 89, 440], '5e': [5, 636, 6, 449],
  '6a': [6, 1302, 139, 577], '6b': [6, 92, 371, 533], '6c': [6, 481, 202, 500], '6d': [6, 1012, 211, 508],
} as const;
export type SampleFace = keyof typeof FACES;
export const sampleFaces = Object.keys(FACES) as SampleFace[];

/** Groups of pictures that may show one person: they count neither as the same nor as different. */
const UNSURE = [
  ['1b', '3a'],
  ['1a', '2a', '4d'],
];
export const areDifferent = (one: SampleFace, other: SampleFace): boolean =>
  one !== other && !UNSURE.some((group) => group.includes(one) && group.includes(other));

const SIDE = 480;

export async function photoOf(face: SampleFace, quality = 92): Promise<Buffer> {
  const [photo, left, top, side] = FACES[face];
  const file = await readFile(`node_modules/@vladmandic/face-api/demo/sample${photo}.jpg`);
  return sharp(file).extract({ left, top, width: side, height: side }).resize(SIDE, SIDE).jpeg({ quality }).toBuffer();
}

/** The same photograph as if taken by another camera. */
export const captures: Readonly<Record<string, (photo: Buffer) => Promise<Buffer>>> = {
  cropped: (photo) =>
    sharp(photo).extract({ left: 40, top: 30, width: 400, height: 420 }).jpeg({ quality: 80 }).toBuffer(),
  turned: (photo) => sharp(photo).rotate(9, { background: '#777' }).jpeg({ quality: 85 }).toBuffer(),
  dim: (photo) => sharp(photo).linear(0.45, 4).jpeg({ quality: 70 }).toBuffer(),
  bright: (photo) => sharp(photo).linear(1.35, 10).jpeg({ quality: 85 }).toBuffer(),
  blurred: (photo) => sharp(photo).blur(2).jpeg({ quality: 75 }).toBuffer(),
  small: (photo) => sharp(photo).resize(320).jpeg({ quality: 60 }).toBuffer(),
  grey: (photo) => sharp(photo).greyscale().gamma(1.4).jpeg({ quality: 70 }).toBuffer(),
};

/** A passport page at the size that the camera sees, with the photograph printed on it: pale, patterned and small. */
export async function pageWith(photo: Buffer, { width = 1_600, height = 1_100, side = 330 } = {}): Promise<Buffer> {
  const printed = await sharp(photo).modulate({ saturation: 0.5 }).resize(side, side).png().toBuffer();
  const page = await sharp({ create: { width, height, channels: 3, background: '#e9edf0' } })
    .composite([{ input: printed, left: 120, top: 260 }])
    .removeAlpha()
    .raw()
    .toBuffer();
  for (let x = 0; x < width; x++) {
    const wave = Math.round(15 * Math.sin((x * 4 * Math.PI) / width)) + 15;
    for (let y = wave % 18; y < height; y += 18) {
      for (let at = (y * width + x) * 3, end = at + 3; at < end; at++) page[at] = page[at]! * 0.65 + 55;
    }
  }
  return sharp(page, { raw: { width, height, channels: 3 } })
    .blur(0.8)
    .jpeg({ quality: 75 })
    .toBuffer();
}
