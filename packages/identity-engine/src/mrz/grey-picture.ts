import sharp from 'sharp';

/** One channel of a picture, with one byte per pixel. */
export interface GreyPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface Planes {
  /** The brightness, with its contrast stretched to the full range. */
  readonly grey: GreyPicture;
  /** The brightest channel of each pixel. In it coloured print fades while black print stays dark. */
  readonly brightest: GreyPicture;
}

export interface RgbPicture {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

const MOST_PIXELS = 50_000_000;
const DECODING_SECONDS = 10;

export async function decoded(picture: Buffer, longest?: number): Promise<RgbPicture> {
  const size = longest === undefined ? {} : { width: longest, height: longest, withoutEnlargement: true };
  const { data, info } = await sharp(picture, { failOn: 'none', limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .removeAlpha()
    .resize({ ...size, fit: 'inside' })
    .raw()
    .timeout({ seconds: DECODING_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

export async function planesOf(picture: RgbPicture, longest: number, stretched = true): Promise<Planes> {
  const { pixels, width, height } = picture;
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: longest, height: longest, fit: 'inside', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const grey = new Uint8Array(info.width * info.height);
  const brightest = new Uint8Array(grey.length);
  for (let i = 0, at = 0; i < grey.length; i++, at += info.channels) {
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    grey[i] = 0.3 * r + 0.59 * g + 0.11 * b + 0.5;
    brightest[i] = r > g ? (r > b ? r : b) : g > b ? g : b;
  }
  if (stretched) stretch(grey);
  return { grey: { pixels: grey, ...size }, brightest: { pixels: brightest, ...size } };
}

const DARKEST_SHARE = 0.005;
const LIGHTEST_SHARE = 0.01;
const LEAST_RANGE = 30;

function stretch(pixels: Uint8Array): void {
  const histogram = new Uint32Array(256);
  for (const value of pixels) histogram[value] = (histogram[value] ?? 0) + 1;
  let low = 0;
  let darker = histogram[low] ?? 0;
  while (low < 255 && darker < pixels.length * DARKEST_SHARE) darker += histogram[++low] ?? 0;
  let high = 255;
  let lighter = histogram[high] ?? 0;
  while (high > 0 && lighter < pixels.length * LIGHTEST_SHARE) lighter += histogram[--high] ?? 0;
  if (high - low < LEAST_RANGE) high = Math.min(255, low + LEAST_RANGE);
  const factor = 255 / Math.max(1, high - low);
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.floor((value - low) * factor));
  for (let i = 0; i < pixels.length; i++) pixels[i] = table[pixels[i] ?? 0] ?? 0;
}
