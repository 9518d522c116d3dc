import { threadMs } from '../thread-time.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { RgbPicture } from '../mrz/grey-picture.js';

const FORMATS = ['PDF417', 'QRCode'] as const;
const MOST_CODES = 4;
/**
 * Turns and enlargements to try. The decoder cannot read a PDF417 that is turned by more than about six degrees, nor
 * bars that are only one or two pixels wide.
 */
const TRIES = [{ turn: 0, enlarged: 3.25 }, ...[8, -8, 16, -16, 24, -24].map((turn) => ({ turn, enlarged: 1.4 }))];
const LONGEST = 2_600;
const DESK = '#888';

export interface Code {
  readonly format: (typeof FORMATS)[number];
  readonly text: string;
}

let prepared: Promise<void> | undefined;

/** Loads the decoder's WebAssembly from the installed package. By default it would be downloaded. */
function prepare(): Promise<void> {
  prepared ??= (async () => {
    const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
    await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true });
  })();
  return prepared;
}

/**
 * Finds the barcodes in a picture: first unchanged, then enlarged, then turned to either side, because the decoder
 * misreads turned barcodes.
 */
export async function* codesIn({ pixels, width, height }: RgbPicture, deadline: number): AsyncGenerator<Code[]> {
  await prepare();
  const whole = sharp(pixels, { raw: { width, height, channels: 3 } });
  yield await codesAt(await whole.clone().ensureAlpha().raw().toBuffer(), width, height);
  for (const { turn, enlarged } of TRIES) {
    if (threadMs() > deadline) return;
    const size = Math.min(LONGEST, Math.round(Math.max(width, height) * enlarged));
    const turned = await whole
      .clone()
      .rotate(turn, { background: DESK })
      .resize({ width: size, height: size, fit: 'inside' })
      .sharpen()
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    yield await codesAt(turned.data, turned.info.width, turned.info.height);
  }
}

async function codesAt(data: Buffer, width: number, height: number): Promise<Code[]> {
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const };
  const found = await readBarcodes(image, {
    formats: [...FORMATS],
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    maxNumberOfSymbols: MOST_CODES,
    textMode: 'Plain',
  });
  return found.flatMap(({ isValid, format, text }) => {
    const known = FORMATS.find((one) => one === format);
    return isValid && known ? { format: known, text } : [];
  });
}
