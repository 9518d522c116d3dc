import type { IncomingHttpHeaders } from 'node:http';

export interface OutboundRequest {
  /** The purpose of the call, which is used as a label in metrics, such as `backchannel-logout`. */
  readonly purpose: string;
  /**
   * The enterprise that configured the URL; undefined if the organisation that runs the service did. The capacity for
   * name look-ups is shared fairly between owners.
   */
  readonly owner?: string;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The time limit for the whole call, from the name look-up to the last byte of the response. */
  readonly timeoutMs?: number;
  /**
   * A shorter limit for the name look-up, the connection and the TLS handshake, so that an unreachable server fails
   * sooner than a slow one.
   */
  readonly connectTimeoutMs?: number;
  /** Maximum size of the response body. */
  readonly mostBytes?: number;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Calls URLs that others have configured. To prevent SSRF, it refuses addresses that are not public, unless a setting
 * allows them. It does not follow redirects, and limits the time and the size of the response.
 */
export abstract class Outbound {
  /** Returns the response, whatever its status. Rejects with an `OutboundFailure` if there is none. */
  abstract send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** `refused`: the destination is not permitted, so a retry would fail too. The other failures may be temporary. */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'too-large';

/** Thrown if there is no response. The message may be logged, because it contains only the origin of the URL. */
export class OutboundFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    why: string,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}
