import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { CONFIG, type Config } from '../../config.js';
import { KernelErrors, type QueueKey } from '../../shared/kernel/index.js';
import { FairBudget, OpenCounts } from '../../shared/security/index.js';
import { networkOf, trustedProxies, type TrustedProxies } from '../../shared/http/index.js';

/**
 * Maximum number of bytes that all running uploads on this machine may hold in memory. Each process gets an equal
 * share.
 */
export const UPLOAD_BYTES = 256 * 1024 * 1024;
/**
 * Maximum number of concurrent uploads per session. A page may begin to upload the next picture while the previous one
 * is being inspected.
 */
const MOST_OF_A_SESSION = 2;
/** From its start, an upload is counted with at least this many bytes, for its connection and the chunk in transit. */
export const CHUNK = 64 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** A running upload. */
export interface Upload {
  /**
   * Adds received bytes to the upload. They are counted until `end` is called. Throws a 503 error if they would exceed
   * the budget of the process or tenant.
   */
  readonly count: (bytes: number) => void;
  /**
   * To be called when no more bytes will arrive. The upload is then no longer counted in the limit per IP address. In
   * the other limits, it is counted until `end` is called.
   */
  readonly hasArrived: () => void;
  readonly end: () => void;
}

/**
 * Limits the running uploads of a process by session, by IP address, and by bytes in memory. Only bytes that have
 * arrived are counted, so a client that announces a large upload does not block others. The bytes are shared fairly
 * among tenants.
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
   * Starts an upload. Throws a 429 error if the session or IP address has too many concurrent uploads, or a 503 error
   * if there is no room for `announced` bytes.
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

  /**
   * Returns the caller's IP address or, for IPv6, its /64 network. Uploads are counted per such network. Undefined if
   * the address is unknown, because a trusted proxy does not forward it.
   */
  #addressOf({ context }: IncomingMessage): string | undefined {
    const address = context?.address;
    return address == null || this.#isTrusted(address) ? undefined : networkOf(address);
  }
}

/**
 * Counts an upload for a session or network. Throws a 429 error if too many are already counted. Returns a function
 * that ends the counting; calling it twice has no further effect.
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
