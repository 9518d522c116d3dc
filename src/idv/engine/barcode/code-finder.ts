import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { RgbPicture } from '../mrz/grey-picture.js';

/** A licence has no other. */
const FORMATS = ['PDF417'] as const;
const MOST_CODES = 4;
/** Turned by more than some six degrees, the rows of a PDF417 are not followed. Turned back, they are. */
const TURNS = [8, -8, 16, -16, 24, -24];
const ENLARGED = 1.4;
const LONGEST = 2_400;
const DESK = '#888';

let prepared: Promise<void> | undefined;

/** The module is read from the package: by itself, it would be fetched from elsewhere. */
function prepare(): Promise<void> {
  prepared ??= (async () => {
    const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
    await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true });
  })();
  return prepared;
}

/** The texts of the codes in a picture, turned a little to either side when there are none as it stands. */
export async function codesIn(picture: RgbPicture, deadline: number): Promise<string[]> {
  await prepare();
  const { pixels, width, height } = picture;
  const whole = sharp(pixels, { raw: { width, height, channels: 3 } });
  const texts = await textsIn(await whole.clone().ensureAlpha().raw().toBuffer(), width, height);
  const size = Math.min(LONGEST, Math.round(Math.max(width, height) * ENLARGED));
  for (const turn of TURNS) {
    if (texts.length > 0 || performance.now() > deadline) break;
    const turned = await whole
      .clone()
      .rotate(turn, { background: DESK })
      .resize({ width: size, height: size, fit: 'inside' })
      .sharpen()
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    texts.push(...(await textsIn(turned.data, turned.info.width, turned.info.height)));
  }
  return texts;
}

async function textsIn(data: Buffer, width: number, height: number): Promise<string[]> {
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const };
  const found = await readBarcodes(image, {
    formats: [...FORMATS],
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    maxNumberOfSymbols: MOST_CODES,
    textMode: 'Plain',
  });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}
