import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { decoded, type RgbPicture } from '../mrz/grey-picture.js';
import { codesIn, type Code } from './code-finder.js';

const TEXT = 'SPECIMEN OF UTOPIA 4711-L898902C3 '.repeat(4).trim();

beforeAll(async () => {
  const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true });
});

async function deskWith(format: 'PDF417' | 'QRCode', turn: number, width = 900) {
  const { image } = await writeBarcode(TEXT, { format, scale: 3, addQuietZones: true });
  const code = await sharp(Buffer.from(await image!.arrayBuffer()))
    .rotate(turn, { background: '#fff' })
    .toBuffer();
  const desk = sharp({ create: { width: 900, height: 700, channels: 3, background: '#987' } });
  return decoded(
    await desk
      .composite([{ input: code }])
      .jpeg()
      .toBuffer()
      .then((picture) => sharp(picture).resize({ width }).jpeg({ quality: 95 }).toBuffer()),
  );
}

async function firstCodesIn(picture: RgbPicture): Promise<Code[]> {
  for await (const codes of codesIn(picture, Infinity)) if (codes.length > 0) return codes;
  return [];
}

describe.each(['PDF417', 'QRCode'] as const)('a %s', (format) => {
  it.each([0, 10, 90, 180, 200])('is read where it is turned by %d°', async (turn) => {
    expect(await firstCodesIn(await deskWith(format, turn))).toEqual([{ format, text: TEXT }]);
  });
});

it.each([420, 360, 320])('a PDF417 is read where its bars are hardly wider than a pixel: %d pixels', async (width) => {
  expect(await firstCodesIn(await deskWith('PDF417', 0, width))).toEqual([{ format: 'PDF417', text: TEXT }]);
});

it('A code is looked for further where what is found is not wanted', async () => {
  const codes: Code[] = [];
  for await (const found of codesIn(await deskWith('QRCode', 0), Infinity)) codes.push(...found);
  expect(codes.length).toBeGreaterThan(1);
});

it('a picture without a code has none', async () => {
  const empty = sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } });
  expect(await firstCodesIn(await decoded(await empty.png().toBuffer()))).toEqual([]);
});
