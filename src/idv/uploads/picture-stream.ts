import { Transform, type TransformCallback } from 'node:stream';
import { KernelErrors } from '../../shared/kernel/index.js';

const MAGIC = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
} as const;

export type PictureType = keyof typeof MAGIC;
export const pictureTypes = Object.keys(MAGIC) as PictureType[];

export interface PictureLimits {
  readonly maxBytes: number;
  /** Maximum time between two chunks of an upload, in milliseconds. */
  readonly idleMs: number;
  /** Called with the size of each chunk. It may throw to refuse the picture. */
  readonly count?: (bytes: number) => void;
}

/** Minimum rate of an upload, in bytes per second. The slowest mobile network that can load our pages is faster. */
export const LEAST_BYTES_A_SECOND = 16 * 1024;
/** An upload may be slower than the minimum rate for this many seconds after it has begun. */
const START_SECONDS = 10;

/**
 * Passes on the chunks of a picture. Fails as soon as the picture is too large, too slow, or not of the declared type.
 */
export class PictureStream extends Transform {
  #beginning = Buffer.alloc(0);
  #isRecognised = false;
  #received = 0;
  /**
   * The number of seconds from which the rate of the upload is computed. Seconds in which our side was too slow to read
   * the picture are not counted.
   */
  #seconds = 0;
  readonly #idle: NodeJS.Timeout;
  readonly #pace: NodeJS.Timeout;

  constructor(
    readonly type: PictureType,
    private readonly limits: PictureLimits,
  ) {
    super();
    this.#idle = setTimeout(() => this.#onIdle(), limits.idleMs);
    this.#pace = setInterval(() => this.#onSecond(), 1_000);
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#idle.refresh();
    this.#received += piece.length;
    const refusal = this.#refusalOf(piece);
    if (refusal) done(refusal);
    else if (this.#isRecognised) done(null, piece);
    else this.#recognise(piece, done);
  }

  override _flush(done: TransformCallback): void {
    this.#stopTimers();
    done(this.#isRecognised ? null : notOfItsType());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stopTimers();
    done(error);
  }

  #refusalOf({ length }: Buffer): Error | undefined {
    if (this.#received > this.limits.maxBytes) return tooLarge(this.limits.maxBytes);
    try {
      this.limits.count?.(length);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  #recognise(piece: Buffer, done: TransformCallback): void {
    const magic = MAGIC[this.type];
    this.#beginning = Buffer.concat([this.#beginning, piece]);
    const known = Math.min(magic.length, this.#beginning.length);
    if (!magic.subarray(0, known).equals(this.#beginning.subarray(0, known))) {
      done(notOfItsType());
      return;
    }
    this.#isRecognised = known === magic.length;
    done(null, this.#isRecognised ? this.#beginning : undefined);
  }

  /**
   * Aborts an upload whose sender has sent nothing for too long. If our side was too slow to read the picture, it waits
   * again instead.
   */
  #onIdle(): void {
    if (this.#isReaderSlow) this.#idle.refresh();
    else this.destroy(KernelErrors.timeout());
  }

  #onSecond(): void {
    if (this.#isReaderSlow) return;
    this.#seconds += 1;
    const start = Math.min(START_SECONDS, this.limits.idleMs / 1_000);
    if (this.#received < (this.#seconds - start) * LEAST_BYTES_A_SECOND) this.destroy(KernelErrors.timeout());
  }

  get #isReaderSlow(): boolean {
    return this.readableLength > 0 || this.writableLength > 0;
  }

  #stopTimers(): void {
    clearTimeout(this.#idle);
    clearInterval(this.#pace);
  }
}

export const tooLarge = (maxBytes: number): Error =>
  KernelErrors.bodyTooLarge(`A picture has ${maxBytes} bytes at most.`);

const notOfItsType = (): Error =>
  KernelErrors.unsupportedMediaType('The bytes are not of the type that the request names.');
