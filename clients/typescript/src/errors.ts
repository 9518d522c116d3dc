export type ErrorCode =
  | 'offline'
  | 'timeout'
  | 'signed_out'
  | 'login_required'
  | 'blocked'
  | 'invalid'
  | 'unknown_notification'
  | 'finished'
  | 'expired'
  | 'tampered'
  | 'signature'
  | 'step_up'
  | 'approval_needed'
  | 'attempts_used_up'
  | 'too_many'
  | 'unavailable'
  | 'refused';

/** Every failure of the library. `userMessage` is for people. The rest is for the log. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';

  constructor(
    readonly code: ErrorCode,
    readonly userMessage: string,
    readonly details: {
      /** The status code of the server's event, or the HTTP status. */
      readonly statusCode?: number;
      /** The reason for the failure, as the server names it. */
      readonly reason?: string;
      /** The server's answer, without tokens. */
      readonly response?: unknown;
      readonly cause?: unknown;
    } = {},
  ) {
    super(details.reason === undefined ? code : `${code}: ${details.reason}`, { cause: details.cause });
  }

  get statusCode(): number | undefined {
    return this.details.statusCode;
  }

  get reason(): string | undefined {
    return this.details.reason;
  }

  get response(): unknown {
    return this.details.response;
  }
}
