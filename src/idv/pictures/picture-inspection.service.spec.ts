import sharp from 'sharp';
import { handmadePng, jpegOf, markerIn, pngChunk, pngOf, shaded, withSegment } from '../../../test/support/pictures.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import type { PictureFault } from './picture.js';
import { PictureInspection, type InspectedPicture } from './picture-inspection.service.js';

const SCRIPT = Buffer.from('<html><script>alert(1)</script></html>');
const ZIP = Buffer.from('504b0304140000000000', 'hex');
const [DHT, SOF0, SOS] = [0xc4, 0xc0, 0xda];

const registry = new MetricsRegistry();
const inspection = new PictureInspection(registry);
let jpeg: Buffer;
let png: Buffer;
beforeAll(async () => {
  [jpeg, png] = [await jpegOf(), await pngOf()];
});

async function accepted(picture: Buffer, isFile = false): Promise<InspectedPicture> {
  const result = await inspection.inspect(picture, { isFile });
  if ('refused' in result) throw new Error(`It was refused: ${result.refused}`);
  return result;
}
const claiming = (width: number, height: number): Buffer => {
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(height, markerIn(jpeg, SOF0) + 5);
  changed.writeUInt16BE(width, markerIn(jpeg, SOF0) + 7);
  return changed;
};
function claimingPng(width: number, height: number, bits: number, interlace: number): Buffer {
  const changed = handmadePng(width, height, Buffer.alloc(1_000));
  [changed[24], changed[28]] = [bits, interlace];
  return changed;
}
const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));
/** A progressive picture whose last scan is repeated `times` times. */
async function manyScans(times: number): Promise<Buffer> {
  const progressive = await shaded().jpeg({ progressive: true }).toBuffer();
  const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, SOS])), -2);
  return Buffer.concat([progressive.subarray(0, -2), ...Array<Buffer>(times).fill(scan), progressive.subarray(-2)]);
}

type Case = readonly [what: string, fault: PictureFault, make: () => Buffer | Promise<Buffer>];

const refused: readonly Case[] = [
  ['nothing', 'empty', () => Buffer.alloc(0)],
  [
    'an SVG',
    'not_jpeg_or_png',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>'),
  ],
  ['a GIF', 'not_jpeg_or_png', () => Buffer.from('GIF89a\x10\x02\x10\x02', 'latin1')],
  ['a WebP', 'not_jpeg_or_png', () => shaded().webp().toBuffer()],
  ['a TIFF', 'not_jpeg_or_png', () => shaded().tiff().toBuffer()],
  ['a PDF', 'not_jpeg_or_png', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['HTML before a JPEG', 'not_jpeg_or_png', () => Buffer.concat([SCRIPT, jpeg])],
  ['a ZIP before a PNG', 'not_jpeg_or_png', () => Buffer.concat([ZIP, png])],
  ['HTML after a JPEG', 'foreign_content', () => Buffer.concat([jpeg, SCRIPT])],
  ['a ZIP after a JPEG', 'foreign_content', () => Buffer.concat([jpeg, ZIP])],
  ['a ZIP after a PNG', 'foreign_content', () => Buffer.concat([png, ZIP])],
  ['HTML after a second JPEG', 'foreign_content', () => Buffer.concat([jpeg, jpeg, SCRIPT])],
  ['a broken JPEG after a JPEG', 'foreign_content', () => Buffer.concat([jpeg, cut(jpeg, 0.5)])],
  ['a thousand JPEGs', 'foreign_content', () => Buffer.concat(Array<Buffer>(1_000).fill(jpeg.subarray(0)))],
  [
    'an animated PNG',
    'animated',
    () => handmadePng(600, 600, Buffer.alloc(601 * 600), pngChunk('acTL', Buffer.alloc(8))),
  ],
  ['a truncated JPEG', 'damaged', () => cut(jpeg, 0.5)],
  ['a JPEG cut off in its header', 'damaged', () => jpeg.subarray(0, 20)],
  ['the first bytes of a JPEG', 'damaged', () => jpeg.subarray(0, 3)],
  [
    'a JPEG without its tables',
    'damaged',
    () => Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(markerIn(jpeg, SOF0))]),
  ],
  [
    'a JPEG with two sizes',
    'damaged',
    () => withSegment(jpeg, SOF0, jpeg.subarray(markerIn(jpeg, SOF0) + 4, markerIn(jpeg, DHT))),
  ],
  ['a JPEG without any size', 'damaged', () => claiming(0, 0)],
  ['a truncated PNG', 'damaged', () => cut(png, 0.5)],
  ['the first bytes of a PNG', 'damaged', () => png.subarray(0, 20)],
  ['a PNG with a changed byte', 'damaged', () => Buffer.from(png).fill(0x55, png.length >> 1, (png.length >> 1) + 8)],
  ['a PNG whose data is too short', 'damaged', () => handmadePng(2_000, 2_000, Buffer.alloc(1_000))],
  ['a small JPEG', 'too_small', () => jpegOf({ width: 199, height: 900 })],
  ['a small PNG', 'too_small', () => pngOf({ width: 900, height: 199 })],
  ['a JPEG that claims a long side', 'too_large', () => claiming(12_001, 500)],
  ['a JPEG that claims 4 billion pixels', 'too_large', () => claiming(65_500, 65_500)],
  ['a PNG that claims 41 million pixels', 'too_large', () => handmadePng(10_000, 4_100, Buffer.alloc(1_000))],
  [
    'a PNG that claims more than there is memory',
    'too_large',
    () => handmadePng(0x7fffffff, 0x7fffffff, Buffer.alloc(1_000)),
  ],
  ['a JPEG of a hundred scans', 'too_complex', () => manyScans(100)],
  ['an interlaced PNG of nine million pixels', 'too_complex', () => claimingPng(3_000, 3_000, 8, 1)],
  ['a PNG of nine million pixels with 16 bits a channel', 'too_complex', () => claimingPng(3_000, 3_000, 16, 0)],
  ['a PNG of five million pixels with both', 'too_complex', () => claimingPng(2_500, 2_000, 16, 1)],
];

describe('A picture that cannot be used', () => {
  it.each(refused)('is refused: %s: %s', async (_what, fault, make) => {
    expect(await inspection.inspect(await make())).toEqual({ refused: fault });
  });

  it('is refused when it is a PNG that is named a JPEG, and the other way round', async () => {
    expect(await inspection.inspect(png, { type: 'image/jpeg' })).toEqual({ refused: 'wrong_type' });
    expect(await inspection.inspect(jpeg, { type: 'image/png' })).toEqual({ refused: 'wrong_type' });
  });

  it('is refused when its source does not give it to its end, as the source says', async () => {
    const broken = (async function* () {
      yield await Promise.resolve(jpeg.subarray(0, 100));
      throw new Error('the connection broke');
    })();
    await expect(inspection.inspect(broken)).rejects.toThrow('the connection broke');
  });
});

describe('A picture that can be used', () => {
  it.each<readonly [string, () => Buffer | Promise<Buffer>]>([
    ['a JPEG', () => jpeg],
    ['a PNG', () => png],
    ['a progressive JPEG', () => shaded().jpeg({ progressive: true }).toBuffer()],
    ['a PNG with transparency', () => shaded().ensureAlpha(0.5).png().toBuffer()],
    ['an interlaced PNG', () => shaded().png({ progressive: true }).toBuffer()],
    ['a PNG with 16 bits a channel', () => shaded().toColourspace('rgb16').png().toBuffer()],
    ['a grey JPEG', () => shaded().greyscale().jpeg().toBuffer()],
    ['a JPEG with CMYK', () => shaded().toColourspace('cmyk').jpeg().toBuffer()],
    ['a JPEG with padding', () => Buffer.concat([jpeg, Buffer.from([0, 0, 0xff, 0xff, 0, 0])])],
    ['a JPEG with a preview after it', () => Buffer.concat([jpeg, Buffer.from([0xff, 0xff]), jpeg, Buffer.alloc(9)])],
  ])('is accepted as a plain JPEG: %s', async (_what, make) => {
    const { jpeg: plain, width, height } = await accepted(await make());
    expect([width, height]).toEqual([640, 480]);
    expect(await sharp(plain).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3, width, height });
  });

  it('is accepted when it comes in pieces', async () => {
    const pieces = (async function* () {
      for (let at = 0; at < jpeg.length; at += 1_000) yield await Promise.resolve(jpeg.subarray(at, at + 1_000));
    })();
    expect(await inspection.inspect(pieces, { type: 'image/jpeg' })).toMatchObject({ width: 640, height: 480 });
  });

  it('is made smaller when it is large', async () => {
    expect(await accepted(await jpegOf({ width: 4_000, height: 600 }))).toMatchObject({ width: 3_200, height: 480 });
  });

  it('is turned upright when it is on its side', async () => {
    const onItsSide = await shaded().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { jpeg: plain, width, height } = await accepted(onItsSide);
    expect([width, height]).toEqual([480, 640]);
    const { data } = await sharp(plain).raw().toBuffer({ resolveWithObject: true });
    // Before turning, this corner was at the upper left, which is black.
    expect([...data.subarray(479 * 3, 480 * 3)].every((value) => value < 60)).toBe(true);
  });

  it('is accepted without what was hidden in it', async () => {
    const secret = Buffer.from('GPS 48.2082 <script>alert(1)</script>');
    const hiding = withSegment(withSegment(jpeg, 0xfe, secret), 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), secret]));
    const located = await sharp(hiding)
      .withExif({ IFD0: { Copyright: 'Jane Doe' } })
      .toBuffer();
    for (const picture of [hiding, located]) {
      const { jpeg: plain } = await accepted(picture);
      expect(plain.includes('alert') || plain.includes('Jane')).toBe(false);
      const { exif, icc, xmp, iptc, comments } = await sharp(plain).metadata();
      expect({ exif, icc, xmp, iptc, comments }).toEqual({});
    }
  });

  it('is accepted as the file that was sent, with what it tells before it is encoded anew', async () => {
    const edited = await shaded()
      .withExif({ IFD0: { Software: 'Adobe Photoshop 25.1', Artist: 'Jane Doe' } })
      .jpeg()
      .toBuffer();
    const { file } = await accepted(edited, true);
    expect((await file).signals).toEqual([
      { kind: 'editing_software', strength: 1, raised: true },
      { kind: 'error_level', strength: expect.any(Number), raised: false },
    ]);
    expect(await (await accepted(edited)).file).toEqual({ signals: [] });
  });

  it('is accepted as a PNG of which only what it claims is unpacked', async () => {
    const bomb = handmadePng(600, 600, Buffer.alloc(30_000_000));
    expect(await inspection.inspect(bomb)).toMatchObject({ width: 600, height: 600 });
  });
});

describe('Too many at once', () => {
  it('are turned away with 503, and the others are inspected', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => inspection.inspect(jpeg)));
    const failed = ends.filter((end) => end.status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(20);
    for (const { reason } of failed) {
      expect(reason).toMatchObject({ name: 'kernel/unavailable', extra: { retryAfterSeconds: 2 } });
    }
    expect(await registry.metrics()).toContain(`countersign_idv_pictures_total{outcome="busy"} ${failed.length}`);
  });
});
