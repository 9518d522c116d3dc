import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { CONFIG, type Config } from '../../config.js';
import { KernelErrors, type QueueKey } from '../../shared/kernel/index.js';
import { FairBudget, OpenCounts } from '../../shared/security/index.js';
import { networkOf, trustedProxies, type TrustedProxies } from '../../shared/http/index.js';

/** The limit for the bytes of all running uploads on this machine. The processes share it equally. */
export const UPLOAD_BYTES = 256 * 1024 * 1024;
/**
 * The most uploads of one session at once. A page may begin the next picture while the previous one is being examined.
 */
const MOST_OF_A_SESSION = 2;
/** Each upload counts at least this many bytes from its start, for its connection and the chunk in transit. */
export const CHUNK = 64 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** An upload that has begun. */
export interface Upload {
  /**
   * Counts bytes that have arrived; they count until `end`. Fails with 503 if they would exceed the budget of the
   * process or tenant.
   */
  readonly count: (bytes: number) => void;
  /**
   * Call it when no more bytes will arrive. From then on, the upload no longer counts for its address. Its session and
   * its bytes count until `end`.
   */
  readonly hasArrived: () => void;
  readonly end: () => void;
}

/**
 * Limits the running uploads of a process by session, by address and by bytes in memory. Only received bytes count, so
 * announcing a large size blocks nobody. The bytes are divided fairly between tenants.
 */
@Injectable()
export class UploadBudget {
  readonly #bytes: FairBudget;
  readonly #sessions = new OpenCounts(MOST_OF_A_SESSION);
  readonly #addresses: OpenCounts;
  readonly #isTrusted: TrustedProxies;

  constructor(@Inject(CONFIG) config: Pick<Config, 'trustProxy' | 'uploadsPerAddress' | 'processes'>) {
    this.#bytes = new FairBudget(UPLOAD_BYTES / config.processes);
    this.#addresses = new OpenCounts(config.uploadsPerAddress);
    this.#isTrusted = trustedProxies(config.trustProxy);
  }

  get heldBytes(): number {
    return this.#bytes.held;
  }

  /**
   * Starts an upload. Fails with 429 if the session or the address has too many uploads at once, and with 503 if there
   * is no room for `announced` bytes.
   */
  begin(request: IncomingMessage, uploader: QueueKey | undefined, announced: number): Upload {
    const tenant = uploader?.tenant ?? '';
    if (this.#bytes.lacks(tenant, Math.max(announced, CHUNK))) throw noRoom();
    const leaveAddress = enter(this.#addresses, this.#addressOf(request));
    try {
      return this.#upload(tenant, leaveAddress, enter(this.#sessions, uploader?.session));
    } catch (error) {
      leaveAddress();
      throw error;
    }
  }

  #upload(tenant: string, leaveAddress: () => void, leaveSession: () => void): Upload {
    let held = 0;
    const count = (bytes: number): void => {
      if (this.#bytes.take(tenant, bytes)) throw noRoom();
      held += bytes;
    };
    const end = (): void => {
      leaveAddress();
      leaveSession();
      this.#bytes.giveBack(tenant, held);
      held = 0;
    };
    count(CHUNK);
    return { count, hasArrived: leaveAddress, end };
  }

  /** The network by which an upload is counted. Undefined if a trusted proxy does not send the caller's address. */
  #addressOf({ context }: IncomingMessage): string | undefined {
    const address = context?.address;
    return address == null || this.#isTrusted(address) ? undefined : networkOf(address);
  }
}

/**
 * Counts an upload for the key, or throws a 429 at the limit. Returns the function that ends the counting; calling it
 * twice has no further effect.
 */
function enter(counts: OpenCounts, key: string | undefined): () => void {
  if (key === undefined) return () => undefined;
  if (!counts.take(key)) {
    throw KernelErrors.tooManyRequests('Too many pictures are being sent from here at once.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  let hasLeft = false;
  return () => {
    if (!hasLeft) counts.giveBack(key);
    hasLeft = true;
  };
}

const noRoom = (): Error =>
  KernelErrors.unavailable('Too much is being uploaded.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
