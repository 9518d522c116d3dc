import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject } from 'node:crypto';
import { SealBroken } from '../security/index.js';

export const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Encrypts a stream in chunks with AES-256-GCM, using the STREAM construction: the nonce of a chunk contains the
 * chunk's number and whether it is the last one. Decryption fails if a chunk was changed, moved, left out or added, or
 * if the stream was truncated. No nonce is used twice with the same key, because the key of each blob is derived with
 * the blob's salt.
 */
export class BlobCipher {
  readonly #key: Buffer;

  constructor(
    dataKey: KeyObject,
    salt: Uint8Array,
    /** The context of the blob, such as its owner. It is authenticated with every chunk. */
    private readonly context: string,
  ) {
    this.#key = Buffer.from(hkdfSync('sha256', dataKey, salt, 'countersign/blob/v1', 32));
  }

  async *seal(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    let number = 0;
    for await (const { chunk, last } of marked(chunksOf(plain, CHUNK_BYTES))) {
      const cipher = createCipheriv(CIPHER, this.#key, nonceOf(number++, last), { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(this.context));
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    }
  }

  async *open(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    let number = 0;
    for await (const { chunk, last } of marked(chunksOf(sealed, CHUNK_BYTES + TAG_BYTES))) {
      yield this.#openChunk(chunk, nonceOf(number++, last));
    }
  }

  #openChunk(chunk: Buffer, nonce: Buffer): Buffer {
    if (chunk.length < TAG_BYTES) throw new SealBroken(this.context);
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(this.context)).setAuthTag(chunk.subarray(-TAG_BYTES));
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new SealBroken(this.context);
    }
    return plain;
  }
}

/** The nonce has 12 bytes: zeros, the chunk's number in four bytes, and one byte that marks the last chunk. */
function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

/** Divides a stream of buffers of any length into chunks of one size. The last chunk may be shorter. */
async function* chunksOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let [chunk, filled] = [Buffer.allocUnsafe(size), 0];
  for await (const piece of source) {
    for (let at = 0; at < piece.length;) {
      const taken = Math.min(size - filled, piece.length - at);
      chunk.set(piece.subarray(at, at + taken), filled);
      [at, filled] = [at + taken, filled + taken];
      if (filled < size) continue;
      yield chunk;
      [chunk, filled] = [Buffer.allocUnsafe(size), 0];
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

/** Yields each chunk and whether it is the last one. An empty stream yields one empty chunk. */
async function* marked(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ chunk: Buffer; last: boolean }> {
  let held: Buffer | undefined;
  for await (const chunk of chunks) {
    if (held) yield { chunk: held, last: false };
    held = chunk;
  }
  yield { chunk: held ?? Buffer.alloc(0), last: true };
}
