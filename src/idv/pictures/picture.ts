export type PictureFault =
  | 'empty'
  | 'not_jpeg_or_png'
  | 'wrong_type'
  | 'damaged'
  | 'animated'
  | 'foreign_content'
  | 'too_small'
  | 'too_large'
  | 'too_complex';

export type PictureType = 'image/jpeg' | 'image/png';

/** Properties of a picture, read from the markers in its file before any pixel is decoded. */
export interface PictureStructure {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
  /**
   * How long it takes to decode one pixel, as a multiple of the time for a pixel of a plain JPEG. The multiples were
   * measured.
   */
  readonly effort: number;
}

/**
 * Minimum width and height in pixels. In a smaller picture, no machine-readable zone can be read. A larger picture may
 * still be illegible, which only the text reader finds out.
 */
const SMALLEST_SIDE = 200;
const LONGEST_SIDE = 12_000;
export const MOST_PIXELS = 40_000_000;
/**
 * Maximum decoding work per picture, in pixels of a plain JPEG. It permits a progressive JPEG of the maximum size with
 * sixteen scans.
 */
const MOST_EFFORT = 160_000_000;
/**
 * Maximum decoding work for a PNG that is interlaced or has 16 bits per channel. It is low because cameras do not
 * produce such files.
 */
const MOST_EFFORT_OF_ODD_PNG = 32_000_000;
const PLAIN_PNG = 2;
const SCANS_OF_ONE_EFFORT = 4;

export function sizeFault(
  { type, width, height, effort }: PictureStructure,
  smallestSide = SMALLEST_SIDE,
): PictureFault | undefined {
  if (Math.min(width, height) < smallestSide) return 'too_small';
  const pixels = width * height;
  if (Math.max(width, height) > LONGEST_SIDE || pixels > MOST_PIXELS) return 'too_large';
  const isOdd = type === 'image/png' && effort > PLAIN_PNG;
  return pixels * effort > (isOdd ? MOST_EFFORT_OF_ODD_PNG : MOST_EFFORT) ? 'too_complex' : undefined;
}

/** Minimum cost of any picture, in millions of pixels to decode. It covers the transport and storage of the picture. */
export const LEAST_COST = 3;

/** Computes the cost of a picture. One unit is a million pixels of a plain JPEG, which take about 15 ms on one core. */
export const costOf = ({ width, height, effort }: PictureStructure): number =>
  LEAST_COST + Math.ceil((width * height * effort) / 1_000_000);

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Reads the structure of a JPEG or PNG file, from its first marker to its last. After the picture, the file may contain
 * only padding or further JPEGs.
 */
export function structureOf(bytes: Buffer): PictureStructure | PictureFault {
  if (bytes.length === 0) return 'empty';
  if (startsWith(bytes, JPEG)) return jpegStructure(bytes);
  return startsWith(bytes, PNG) ? pngStructure(bytes) : 'not_jpeg_or_png';
}

const startsWith = (bytes: Buffer, magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic);

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Whether a marker is a start of frame: 0xC0 to 0xCF, except the three markers that do not begin a frame. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/**
 * Whether the compressed data of a JPEG continues after a 0xFF byte. It does if the next byte is the escape 0x00 or a
 * restart marker.
 */
const isData = (byte: number | undefined): boolean =>
  byte === 0 || (byte !== undefined && byte >= 0xd0 && byte <= 0xd7);
/**
 * Maximum number of scans in a progressive JPEG, which usually has about ten. For each scan, the decoder passes over
 * the whole picture.
 */
const MOST_SCANS = 64;

/**
 * Maximum number of JPEGs that may follow the first in a file. Cameras append padding and further JPEGs, such as a
 * preview or a depth map (CIPA DC-007).
 */
const MOST_FURTHER_JPEGS = 16;

function jpegStructure(bytes: Buffer): PictureStructure | PictureFault {
  const first = readJpeg(bytes, 0);
  if (typeof first === 'string') return first;
  let end = afterPadding(bytes, first.end);
  for (let further = 0; end < bytes.length; further++) {
    const next =
      further < MOST_FURTHER_JPEGS && startsWith(bytes.subarray(end), JPEG) ? readJpeg(bytes, end) : 'damaged';
    if (typeof next === 'string') return 'foreign_content';
    end = afterPadding(bytes, next.end);
  }
  const { width, height, scans } = first;
  return { type: 'image/jpeg', width, height, effort: Math.max(1, scans / SCANS_OF_ONE_EFFORT) };
}

interface OneJpeg {
  readonly width: number;
  readonly height: number;
  readonly scans: number;
  readonly end: number;
}

function readJpeg(bytes: Buffer, from: number): OneJpeg | PictureFault {
  let [width, height, scans] = [0, 0, 0];
  for (let at = from + 2; ;) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return 'damaged';
    if (marker === END_OF_IMAGE) return width > 0 && height > 0 ? { width, height, scans, end: at + 2 } : 'damaged';
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (at + 9 > bytes.length) return 'damaged';
    if (isFrame(marker)) {
      if (width > 0) return 'damaged';
      [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    }
    at += 2 + bytes.readUInt16BE(at + 2);
    if (marker !== START_OF_SCAN) continue;
    if (++scans > MOST_SCANS) return 'too_complex';
    at = endOfScan(bytes, at);
  }
}

/**
 * Finds the end of a scan. It loops over the bytes, because calling `indexOf` for each escaped byte could take a second
 * per file.
 */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] !== 0xff || isData(bytes[at + 1]))) at++;
  return at;
}

/** Skips padding bytes (0x00 and 0xFF). A 0xFF that begins a JPEG is not padding. */
function afterPadding(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === 0 || (bytes[at] === 0xff && bytes[at + 1] !== 0xd8))) at++;
  return at;
}

const CHUNK_EXTRA = 12;

function pngStructure(bytes: Buffer): PictureStructure | PictureFault {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return 'damaged';
  const [isDeep, isInterlaced] = [bytes[24] === 16, bytes[28] !== 0];
  const effort = PLAIN_PNG * (isDeep ? 2 : 1) * (isInterlaced ? 2 : 1);
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), effort };
  for (let at = 8; at + CHUNK_EXTRA <= bytes.length;) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return 'animated';
    at += CHUNK_EXTRA + bytes.readUInt32BE(at);
    if (name !== 'IEND') continue;
    if (at > bytes.length) return 'damaged';
    return afterPadding(bytes, at) === bytes.length ? { type: 'image/png', ...size } : 'foreign_content';
  }
  return 'damaged';
}
