import type { IncomingHttpHeaders } from 'node:http';

export interface OutboundRequest {
  /** Purpose, as the metrics name it: `backchannel-logout`. */
  readonly purpose: string;
  /** The enterprise that named the address: name look-ups are shared fairly. Without it, the operator. */
  readonly owner?: string;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The time for everything, from looking up the name to the last byte of the answer. */
  readonly timeoutMs?: number;
  /**
   * The time for the name, the connection and its TLS alone, so that an unreachable server is noticed sooner than a
   * slow one.
   */
  readonly connectTimeoutMs?: number;
  /** The largest body that is read from the answer. */
  readonly mostBytes?: number;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Calls addresses that others have given us. It goes to nowhere that only we can reach, unless a setting names it;
 * follows no redirect; and waits and reads only so long.
 */
export abstract class Outbound {
  /** Returns any answer, whatever its status. Fails with an `OutboundFailure`. */
  abstract send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** `refused` means that we refused the call, and will do so again. The other failures may be gone at the next try. */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'too-large';

/** Thrown when there is no answer. Its message may be logged: it names only the origin of the URL. */
export class OutboundFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    why: string,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}
