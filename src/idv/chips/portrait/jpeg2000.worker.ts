import { createRequire } from 'node:module';
import { sizeOfJpeg2000 } from '@countersign/emrtd/verify';

/** The parts of OpenJPEG, compiled to WebAssembly, that are used here. Its package has no types. */
interface OpenJpeg {
  readonly J2KDecoder: new () => {
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): {
      readonly width: number;
      readonly height: number;
      readonly bitsPerSample: number;
      readonly componentCount: number;
    };
    getDecodedBuffer(): Uint8Array;
    delete(): void;
  };
}
type Load = (options: {
  readonly locateFile: () => string;
  readonly print: () => void;
  readonly printErr: () => void;
}) => Promise<OpenJpeg>;

export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array;
}

const PACKAGE = '@cornerstonejs/codec-openjpeg';
const require = createRequire(import.meta.url);
const silent = (): void => undefined;

let loading: Promise<OpenJpeg> | undefined;

/** Loads the decoder, once per thread. */
export function prepare(): Promise<OpenJpeg> {
  loading ??= (require(`${PACKAGE}/decodewasmjs`) as Load)({
    locateFile: () => require.resolve(`${PACKAGE}/decodewasm`),
    print: silent,
    printErr: silent,
  });
  return loading;
}

/**
 * The entry point of the worker thread: decodes a JPEG 2000 picture of a face from a chip. Returns `undefined` if it
 * cannot be decoded.
 */
export default async function decode(image: Uint8Array): Promise<RawPicture | undefined> {
  const size = sizeOfJpeg2000(image); // throws an error if the picture's header is malformed or names too many tiles
  const decoder = new (await prepare()).J2KDecoder();
  try {
    decoder.getEncodedBuffer(image.length).set(image);
    decoder.decode();
    const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo();
    const channels = componentCount === 1 ? 1 : 3;
    const pixels = decoder.getDecodedBuffer();
    // A decoded size that differs from the size in the header means that the decoder has failed.
    const isWhole = width === size.width && height === size.height && pixels.length === width * height * channels;
    return isWhole && bitsPerSample === 8 ? { width, height, channels, pixels: Uint8Array.from(pixels) } : undefined;
  } catch {
    return undefined;
  } finally {
    decoder.delete();
  }
}
