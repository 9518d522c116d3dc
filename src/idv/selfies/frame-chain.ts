import { createHash } from 'node:crypto';
import { expectedFrame, isBound, type BoundChallenge, type Challenge } from './challenge.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { PictureType } from '../pictures/picture.js';

/** Bytes that a browser sends. `type`: as it was named. */
type GivenBytes = AsyncIterable<Uint8Array> & { readonly type?: PictureType };

/** Sent with each frame and at the end: the challenge, and the link that the frames so far have produced. */
export interface ChainPlace {
  readonly nonce: string | undefined;
  readonly link: string | undefined;
}

/** Passes the bytes of a frame on, and hashes them. */
export class LinkedFrame {
  readonly bytes: GivenBytes;
  readonly #hash;

  constructor(given: GivenBytes, linkBefore: string) {
    const hash = (this.#hash = createHash('sha256').update(linkBefore));
    const passed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of given) {
        hash.update(chunk);
        yield chunk;
      }
    };
    this.bytes = Object.assign(passed(), given.type !== undefined && { type: given.type });
  }

  /** Available once all bytes have passed. */
  link(): string {
    return this.#hash.digest('base64url');
  }
}

/**
 * A frame counts only after the previous one: with the next number, and the link that the previous one has produced.
 */
export function mustFollow(
  challenge: Challenge,
  { link }: ChainPlace,
  number: number,
): asserts challenge is BoundChallenge {
  const expected = expectedFrame(challenge);
  if (!isBound(challenge) || link !== challenge.link || number !== expected)
    throw IdvErrors.frameOutOfOrder(undefined, { expected: expected ?? null });
}

/** A request after the last frame has to name the link that this frame has produced. */
export function mustBeLast(challenge: Challenge, { link }: ChainPlace): asserts challenge is BoundChallenge {
  if (!isBound(challenge) || link !== challenge.link)
    throw IdvErrors.frameOutOfOrder(undefined, { expected: expectedFrame(challenge) ?? null });
}

/** Whether this may be a repetition of the last frame, whose answer did not arrive. */
export const mayBeAgain = ({ frames, linkBefore }: Challenge, { link }: ChainPlace, number: number): boolean =>
  linkBefore !== undefined && link === linkBefore && number === frames.at(-1);
