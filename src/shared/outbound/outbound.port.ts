import type { IncomingHttpHeaders } from 'node:http';

export interface OutboundRequest {
  /** The purpose of the call, as in the label of the metrics: `backchannel-logout`. */
  readonly purpose: string;
  /**
   * The enterprise that configured the address; without it, the operator. Name look-ups are shared fairly between
   * owners.
   */
  readonly owner?: string;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The time limit from the name look-up to the last byte of the answer. */
  readonly timeoutMs?: number;
  /**
   * A separate limit for name look-up, connection and TLS handshake, so that an unreachable server fails sooner than a
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
 * Calls addresses that others have configured. To prevent SSRF, it refuses addresses that are not public unless a
 * setting allows them. It follows no redirects and limits time and size of the answer.
 */
export abstract class Outbound {
  /** Returns any answer, whatever its status. Fails with an `OutboundFailure`. */
  abstract send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** `refused`: we refused the call, and a retry would be refused too. The other failures may be temporary. */
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
