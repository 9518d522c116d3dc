import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { CONFIG, type Config } from '../../../config.js';
import { KernelErrors } from '../../kernel/errors.js';
import { Tally } from '../../kernel/tally.js';
import type { Turn } from '../../kernel/turn.js';
import { networkOf } from '../rate-limits.js';
import { trustedProxies, type TrustedProxies } from '../trusted-proxies.js';

/** The limit for the bytes of all running uploads of a process together. */
export const UPLOAD_BYTES = 256 * 1024 * 1024;
/** At once. A page sends one picture after the other; a second one may begin while the first is judged. */
const MOST_OF_A_SESSION = 2;
/** Counted for every upload from its beginning: its connection and the piece that is on its way. */
export const CHUNK = 64 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** An upload that has begun. */
export interface Upload {
  /** Counts bytes that have arrived. Fails with 503 when there is no room for them. */
  readonly count: (bytes: number) => void;
  /** Nothing more comes. The bytes stay counted until the upload is over. */
  readonly hasArrived: () => void;
  readonly end: () => void;
}

/**
 * Counts the running uploads of a process: by session, by address, and by their bytes. Bytes count when they arrive, so an
 * announced length takes nothing from others. A tenant holds at most as many bytes as are free: alone half of all, and
 * each of two a third, so that there is always room for one more.
 */
@Injectable()
export class UploadBudget {
  readonly #bytes = new Tally();
  readonly #sessions = new Tally();
  readonly #addresses = new Tally();
  readonly #isTrusted: TrustedProxies;
  #left = UPLOAD_BYTES;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'trustProxy' | 'uploadsPerAddress'>) {
    this.#isTrusted = trustedProxies(config.trustProxy);
  }

  get left(): number {
    return this.#left;
  }

  /** Fails with 429 when the session or the address sends too many at once. `announced`: at most so many bytes will come. */
  begin(request: IncomingMessage, uploader: Turn | undefined, announced: number): Upload {
    const tenant = uploader?.tenant ?? '';
    this.#mustHaveRoom(tenant, announced);
    const leaveAddress = this.#enter(this.#addresses, this.#addressOf(request), this.config.uploadsPerAddress);
    try {
      const leaveSession = this.#enter(this.#sessions, uploader?.session, MOST_OF_A_SESSION);
      return this.#upload(tenant, leaveAddress, leaveSession);
    } catch (error) {
      leaveAddress();
      throw error;
    }
  }

  #upload(tenant: string, leaveAddress: () => void, leaveSession: () => void): Upload {
    let held = 0;
    const take = (bytes: number): void => {
      held += bytes;
      this.#left -= bytes;
      this.#bytes.add(tenant, bytes);
    };
    take(CHUNK);
    return {
      count: (bytes) => {
        this.#mustHaveRoom(tenant, bytes);
        take(bytes);
      },
      hasArrived: leaveAddress,
      end: () => {
        leaveAddress();
        leaveSession();
        take(-held);
      },
    };
  }

  #mustHaveRoom(tenant: string, bytes: number): void {
    if (this.#bytes.of(tenant) + bytes <= this.#left - bytes) return;
    throw KernelErrors.unavailable('Too much is being uploaded.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Returns the function that leaves again. Calling it twice has no further effect. */
  #enter(counts: Tally, key: string | undefined, most: number): () => void {
    if (key === undefined) return () => undefined;
    if (counts.of(key) >= most) {
      throw KernelErrors.tooManyRequests('Too many pictures are being sent from here at once.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    counts.add(key, 1);
    let hasLeft = false;
    return () => {
      if (!hasLeft) counts.add(key, -1);
      hasLeft = true;
    };
  }

  /** A trusted proxy that does not tell for whom it speaks is nobody's address. */
  #addressOf({ context }: IncomingMessage): string | undefined {
    const address = context?.address;
    return address == null || this.#isTrusted(address) ? undefined : networkOf(address);
  }
}
