import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { type Encoding, encodings } from '../../shared/pages/index.js';

const QUALITY = 7;
const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
const PACK: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => inBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (text) => inGzip(text, { level: QUALITY }),
  identity: (text) => Promise.resolve(text),
};

/** A text that does not change while the program runs. Each compressed form is created once, on its first request. */
export class PackedText {
  readonly #text: Buffer;
  readonly #tag: string;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.#text = Buffer.from(text);
    this.#tag = createHash('sha256').update(this.#text).digest('base64url').slice(0, 22);
  }

  /** Sends the text, or 304 if the caller's cached copy is current. */
  async send(request: Request, response: Response, type: string): Promise<void> {
    const encoding = encodings.find((one) => one === request.acceptsEncodings(encodings)) ?? 'identity';
    response.vary('Accept-Encoding');
    response.setHeader('Cache-Control', 'public, max-age=300');
    // The ETag includes the encoding, so that a cache does not return the text in another encoding.
    response.setHeader('ETag', `"${this.#tag}-${encoding}"`);
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.type(type).send(await this.#as(encoding));
  }

  #as(encoding: Encoding): Promise<Buffer> {
    const packed = this.#packed.get(encoding) ?? PACK[encoding](this.#text);
    this.#packed.set(encoding, packed);
    return packed;
  }
}
