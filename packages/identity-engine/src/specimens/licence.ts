import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { LicenceFields } from '../barcode/licence-fields.js';
import { licenceText } from './licence-text.js';
import { lettered } from './lettering.js';

let prepared: Promise<void> | undefined;

async function prepare(): Promise<void> {
  const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true });
}

const WIDTH = 1_400;
const HEIGHT = 883;

/** Draws the back of a driving licence, with its PDF417. */
export async function drawLicenceBack(fields: LicenceFields): Promise<Buffer> {
  prepared ??= prepare();
  await prepared;
  const { image } = await writeBarcode(licenceText(fields), { format: 'PDF417', scale: 3, addQuietZones: true });
  if (!image) throw new Error('The licence does not fit into a PDF417');
  const code = await sharp(Buffer.from(await image.arrayBuffer()))
    .resize(980)
    .png()
    .toBuffer();
  const title = lettered('SPECIMEN', { x: 90, y: 120, size: 60, colour: '#7d2f2f' });
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#eef"/>${title}</svg>`;
  return sharp(Buffer.from(page))
    .composite([{ input: code, left: 210, top: 480 }])
    .removeAlpha()
    .png()
    .toBuffer();
}
