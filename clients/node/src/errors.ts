import type { Problem, ProblemField } from './generated/api.js';
import type { ProblemCode } from './generated/operations.js';

/** The base class of all errors of this library. */
export class CountersignError extends Error {
  override name = 'CountersignError';
}

/** The service refused a call. Decide by `code`: the texts are for people and may change. */
export class ProblemError extends CountersignError {
  override name = 'ProblemError';
  /** The HTTP status. */
  readonly status: number;
  /** The error code, such as `users/not-found`. Undefined if the answer came from a proxy instead of the service. */
  readonly code: ProblemCode | (string & {}) | undefined;
  readonly title: string;
  readonly detail: string | undefined;
  /** The invalid fields, and what is wrong with each. */
  readonly faults: readonly ProblemField[];
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** How many seconds to wait before the next request, if the service said so. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * The whole answer (RFC 9457), with its additional members: for example `from` and `to` of a refused status change.
   */
  readonly problem: Readonly<Partial<Problem> & Record<string, unknown>>;

  constructor(status: number, problem: object, about: ProblemContext = {}) {
    const { code, title = `HTTP ${status}`, detail, errors }: Partial<Problem> = problem;
    super([code ? `${title} (${code})` : title, detail].filter(Boolean).join(': '));
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.faults = Array.isArray(errors) ? errors : [];
    this.requestId = about.requestId;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.problem = { ...problem };
  }
}

export interface ProblemContext {
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The authorization server refused to issue an access token (RFC 6749, section 5.2). */
export class TokenError extends CountersignError {
  override name = 'TokenError';

  constructor(
    readonly status: number,
    /** The error code, such as `invalid_client` or `invalid_scope`. */
    readonly error: string,
    readonly description?: string,
  ) {
    super(`No access token: ${error}${description ? ` (${description})` : ''}`);
  }
}

/** There was no answer. It is unknown whether the service has carried out the call. `cause` contains the reason. */
export class ConnectionError extends CountersignError {
  override name = 'ConnectionError';
}

/** The call timed out. `cause` is the last error. */
export class DeadlineError extends CountersignError {
  override name = 'DeadlineError';
}

/** The answer does not come from the service: something else answers at this address. */
export class UnexpectedAnswerError extends CountersignError {
  override name = 'UnexpectedAnswerError';
}

/**
 * The object was created, but the answer with its secret was lost, and a secret is shown once. `answer` contains the
 * other members. Create a new secret.
 */
export class SecretWithheldError extends CountersignError {
  override name = 'SecretWithheldError';

  constructor(readonly answer: Readonly<Record<string, unknown>>) {
    super('It was made, but the answer that showed its secret got lost. Have a new secret made.');
  }
}
