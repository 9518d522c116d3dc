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
  /** For everything, from looking up the name to the last byte of the answer. */
  readonly timeoutMs?: number;
  /** For the name, the connection and its TLS alone: who cannot be reached is known sooner than who is slow. */
  readonly connectTimeoutMs?: number;
  /** How long the answer's body may be. */
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
  /** Whatever the status: an answer is an answer. Fails with an `OutboundFailure`. */
  abstract send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** `refused`: by us, and it will be again. The others may be gone by the next try. */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'too-large';

/** There is no answer. What it says may be logged: of the URL it names the origin only. */
export class OutboundFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    why: string,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}
