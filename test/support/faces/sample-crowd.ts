import sharp from 'sharp';

/**
 * Faces in a screenshot that an installed package contains: many photographs of one man, and of other people. They are
 * small, and the screenshot has text on them. They are cut out on demand, and nothing is stored.
 */
const SCREENSHOT = 'node_modules/@vladmandic/human/assets/screenshot-facematch.jpg';
const CELL = { left: 1.5, top: 283.5, across: 106.4, down: 112.3, width: 105, height: 106 };
/** Enlarges the faces to a size at which the detector finds them well. */
const ENLARGED = 4;

/** `row.column` in the screenshot. */
export type CrowdFace = `${number}.${number}`;

/** Photographs of one man, as the package's author sorted them: the first row, and one in the second. */
export const oneMan: readonly CrowdFace[] = [
  ...Array.from({ length: 18 }, (_, column) => `0.${column}` as const),
  '1.0',
];
/** Men without sunglasses who do not resemble the first man. */
export const otherMen: readonly CrowdFace[] = [
  ...(['1.5', '1.16', '2.5', '2.6', '2.12', '3.1', '3.4'] as const),
  ...(['3.15', '4.8', '4.12', '5.5', '5.6', '5.9'] as const),
];
/** Women, some of them in several photographs: they are compared only with men. */
export const women: readonly CrowdFace[] = [
  ...[6, 7, 9, 10, 11, 12, 14, 17].map((column) => `1.${column}` as const),
  ...[1, 2, 3, 8, 9, 10, 11, 14, 15, 16, 17].map((column) => `2.${column}` as const),
  ...[0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17].map((column) => `3.${column}` as const),
  ...[0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 14, 15, 16, 17].map((column) => `4.${column}` as const),
  ...[0, 1, 2, 3, 4, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17].map((column) => `5.${column}` as const),
];

export async function crowdPhotoOf(face: CrowdFace): Promise<Buffer> {
  const [row = 0, column = 0] = face.split('.').map(Number);
  const { width, height } = CELL;
  const [left, top] = [Math.round(CELL.left + column * CELL.across), Math.round(CELL.top + row * CELL.down)];
  return sharp(SCREENSHOT)
    .extract({ left, top, width, height })
    .resize(ENLARGED * width)
    .png()
    .toBuffer();
}
