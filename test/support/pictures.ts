import { deflateSync, crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export interface PictureOptions {
  readonly width?: number;
  readonly height?: number;
  readonly seed?: number;
}

/** A picture with some content: shades that depend on the place, so that it is neither empty nor all noise. */
export function shaded({ width = 640, height = 480, seed = 0 }: PictureOptions = {}): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels[at++] = (x + seed) & 0xff;
      pixels[at++] = (y * 3) & 0xff;
      pixels[at++] = (x ^ y) & 0xff;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export const jpegOf = (options?: PictureOptions): Promise<Buffer> => shaded(options).jpeg().toBuffer();
export const pngOf = (options?: PictureOptions): Promise<Buffer> => shaded(options).png().toBuffer();

const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(name: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])));
  return Buffer.concat([length, Buffer.from(name), data, checksum]);
}

/** A PNG by its parts: what it claims to be, and what its data unpacks to. */
export function handmadePng(width: number, height: number, data: Buffer, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bit, grey
  const parts = [
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([PNG_MAGIC, ...parts]);
}

/** Puts a marker segment right after the beginning of a JPEG. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** Where a marker of a JPEG stands. Its first kilobyte holds no coded data. */
export const markerIn = (jpeg: Buffer, marker: number): number => jpeg.indexOf(Buffer.from([0xff, marker]));
