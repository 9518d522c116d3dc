import type { Context } from './context.js';
import { objectIn } from './encoding.js';
import type { CountersignError, ErrorCode } from './errors.js';
import { NoAnswer, send } from './http.js';
import type { Live } from './live.js';
import type { Tokens } from './tokens.js';

/** The outcome of an operation. */
export interface OperationEvent {
  readonly event: string;
  readonly response: {
    readonly StatusCode: number;
    readonly StatusMsg: string;
    readonly ResponseData: Readonly<Record<string, unknown>>;
  };
}

export type Arguments = Readonly<Record<string, unknown>>;

export const SUCCESS = 100;

/** The history requires a status filter. This one includes every final status. */
export const everyFinalStatus = 'UPDATED,EXPIRED,TAMPERED,DISMISSED,DISCARD,CANCELLED';

/** The longest message for the socket, whose limit is 64 KiB. Longer messages are sent by HTTP. */
const LONGEST_MESSAGE = 60_000;

/** Calls operations over the live socket if it is online, otherwise by HTTP. */
export class Operations {
  constructor(
    private readonly context: Context,
    private readonly tokens: Tokens,
    private readonly live: Live,
  ) {}

  /** Returns the data of a successful call, and throws on every failure. */
  async perform(operation: string, given: Arguments = {}): Promise<Readonly<Record<string, unknown>>> {
    const { response } = await this.call(operation, given);
    if (response.StatusCode !== SUCCESS) throw this.failure(response);
    return response.ResponseData;
  }

  /** Calls an operation that may be repeated, and repeats it if the answer is lost. */
  async call(operation: string, given: Arguments = {}): Promise<OperationEvent> {
    try {
      return await this.once(operation, given);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (error.why !== 'lost') throw this.noAnswer(error);
      return this.byHttp(operation, given).catch((again: unknown) => {
        throw again instanceof NoAnswer ? this.noAnswer(again) : again;
      });
    }
  }

  /** Sends a call at most once. Throws `NoAnswer` if its outcome is unknown. */
  async once(operation: string, given: Arguments): Promise<OperationEvent> {
    const isShort = JSON.stringify(given).length < LONGEST_MESSAGE;
    if (isShort && (await this.live.isUsable())) return this.live.call(operation, given);
    return this.byHttp(operation, given);
  }

  async byHttp(operation: string, given: Arguments, voided?: string): Promise<OperationEvent> {
    const token = await this.tokens.usable(voided);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const url = `${this.context.mobileUrl}/mobile/v1/${operation}`;
    const { status, body } = await send(this.context, url, headers, JSON.stringify(given));
    // A call without a valid token has no effect, so it can be sent again with a new token.
    if (status === 401 && voided === undefined) return this.byHttp(operation, given, token);
    const event = eventIn(body);
    if (event) return event;
    throw this.#problem(status, body);
  }

  noAnswer({ why, cause }: NoAnswer): CountersignError {
    return this.context.failures.of(why === 'timeout' ? 'timeout' : 'offline', { reason: why, cause });
  }

  failure(response: OperationEvent['response']): CountersignError {
    const { StatusCode: statusCode, ResponseData } = response;
    const { reason = 'unknown' } = ResponseData as { reason?: string };
    return this.context.failures.of(codeOf(statusCode, reason), { statusCode, reason, response });
  }

  #problem(statusCode: number, response: unknown): CountersignError {
    const known: Readonly<Record<number, ErrorCode>> = { 401: 'login_required', 413: 'invalid', 429: 'too_many' };
    const code = known[statusCode] ?? (statusCode >= 400 && statusCode < 500 ? 'refused' : 'unavailable');
    return this.context.failures.of(code, { statusCode, reason: `HTTP ${statusCode}`, response });
  }
}

function codeOf(statusCode: number, reason: string): ErrorCode {
  if (statusCode === 4) return byReason[reason] ?? 'invalid';
  if (statusCode === 39 && reason === 'too_many') return 'too_many';
  return byStatus[statusCode] ?? 'unavailable';
}

const byReason: Readonly<Record<string, ErrorCode>> = {
  unknown: 'unknown_notification',
  finished: 'finished',
  expired: 'expired',
  tampered: 'tampered',
  signature: 'signature',
  too_many: 'too_many',
};
const byStatus: Readonly<Record<number, ErrorCode>> = {
  102: 'step_up',
  110: 'login_required',
  141: 'blocked',
  153: 'attempts_used_up',
};

/** Reads an event of the server. Undefined if the value is not an event. */
export function eventIn(value: unknown): OperationEvent | undefined {
  const { event, response } = objectIn(value) ?? {};
  const { StatusCode, StatusMsg, ResponseData } = objectIn(response) ?? {};
  const data = objectIn(ResponseData);
  if (typeof event !== 'string' || typeof StatusCode !== 'number' || !data) return undefined;
  return { event, response: { StatusCode, StatusMsg: String(StatusMsg), ResponseData: data } };
}
