import { createHash } from 'node:crypto';
import { expectedFrame, isBound, type BoundChallenge, type Challenge } from './challenge.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { PictureType } from '../pictures/picture.js';

/** The bytes of a frame that a browser sends. `type` is the content type that the browser declares. */
type GivenBytes = AsyncIterable<Uint8Array> & { readonly type?: PictureType };

/**
 * The values that the page sends with each frame, and with the last request of a challenge: the nonce of the challenge,
 * and the current link of the hash chain.
 */
export interface ChainPosition {
  readonly nonce: string | undefined;
  readonly link: string | undefined;
}

/** Passes on the bytes of a frame, and computes the next link of the hash chain from them. */
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

  /** Returns the link of the hash chain after this frame. Call it only after all bytes have been read. */
  link(): string {
    return this.#hash.digest('base64url');
  }
}

/**
 * Refuses a frame that does not follow the previous one: it must have the next number and the current link of the hash
 * chain.
 */
export function mustFollow(
  challenge: Challenge,
  { link }: ChainPosition,
  number: number,
): asserts challenge is BoundChallenge {
  const expected = expectedFrame(challenge);
  if (!isBound(challenge) || link !== challenge.link || number !== expected)
    throw IdvErrors.frameOutOfOrder(undefined, { expected: expected ?? null });
}

/** Refuses a request that does not contain the current link of the hash chain. */
export function mustHaveCurrentLink(
  challenge: Challenge,
  { link }: ChainPosition,
): asserts challenge is BoundChallenge {
  if (!isBound(challenge) || link !== challenge.link)
    throw IdvErrors.frameOutOfOrder(undefined, { expected: expectedFrame(challenge) ?? null });
}

/** Whether a frame may be a repetition of the last one, sent again because the response was lost. */
export const mayBeAgain = ({ frames, linkBefore }: Challenge, { link }: ChainPosition, number: number): boolean =>
  linkBefore !== undefined && link === linkBefore && number === frames.at(-1);
