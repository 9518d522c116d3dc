import { Transform, type TransformCallback } from 'node:stream';
import { KernelErrors } from '../../kernel/errors.js';

const MAGIC = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
} as const;

export type PictureType = keyof typeof MAGIC;
export const pictureTypes = Object.keys(MAGIC) as PictureType[];

export interface PictureLimits {
  readonly maxBytes: number;
  /** The longest pause between bytes. */
  readonly idleMs: number;
}

/** Passes a picture on chunk by chunk, and fails with the first byte that is too many, too late, or of another type. */
export class PictureStream extends Transform {
  #beginning = Buffer.alloc(0);
  #isRecognised = false;
  #received = 0;
  readonly #idle: NodeJS.Timeout;

  constructor(
    readonly type: PictureType,
    private readonly limits: PictureLimits,
  ) {
    super();
    this.#idle = setTimeout(() => this.#onIdle(), limits.idleMs);
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#idle.refresh();
    this.#received += piece.length;
    if (this.#received > this.limits.maxBytes) done(tooLarge(this.limits.maxBytes));
    else if (this.#isRecognised) done(null, piece);
    else this.#recognise(piece, done);
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.#idle);
    done(this.#isRecognised ? null : notOfItsType());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#idle);
    done(error);
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

  /** While the reader is slow, no bytes are requested, so the pause is not the sender's fault. */
  #onIdle(): void {
    if (this.readableLength > 0 || this.writableLength > 0) this.#idle.refresh();
    else this.destroy(KernelErrors.timeout());
  }
}

export const tooLarge = (maxBytes: number): Error =>
  KernelErrors.bodyTooLarge(`A picture has ${maxBytes} bytes at most.`);

const notOfItsType = (): Error =>
  KernelErrors.unsupportedMediaType('The bytes are not of the type that the request names.');
