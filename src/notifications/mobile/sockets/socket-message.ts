import { mobileCodes, mobileTitles, type OperationRefused, refused } from '../mobile-codes.js';

/** The id that the client chose for a call. The response repeats it. */
export type CallId = string | number | null;

export interface SocketMessage {
  readonly id: CallId;
  readonly operation: unknown;
  readonly given: unknown;
}

const LONGEST_ID = 128;

/**
 * Parses a message. A malformed message has no operation, and its id is kept only if the id is valid; otherwise it is
 * null.
 */
export function readMessage(text: string): SocketMessage {
  const message = parsed(text);
  const { id = null, operation, arguments: given, ...rest } = message;
  if (!isId(id) || Object.keys(rest).length > 0) return { id: isId(id) ? id : null, operation: undefined, given: null };
  return { id, operation, given };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

const isId = (id: unknown): id is CallId =>
  id === null || Number.isSafeInteger(id) || (typeof id === 'string' && id.length <= LONGEST_ID);

/** Builds the immediate response to a call: accepted, or the reason for refusing it. */
export function answerTo(id: CallId, failure?: OperationRefused): string {
  const code = failure?.code ?? mobileCodes.accepted;
  const errorString = failure?.message ?? mobileTitles[mobileCodes.accepted];
  return JSON.stringify({ id, error: { longErrorCode: code, shortErrorCode: code, errorString } });
}

export interface AuthenticateArguments {
  readonly token: string;
  readonly cursor: string | undefined;
  readonly proof: string | undefined;
}

const NAMES = ['token', 'cursor', 'proof'] as const;
const LONGEST = 8_192;

/** Parses the arguments of Authenticate: a list or an object, as for any other operation. */
export function readAuthenticate(given: unknown): AuthenticateArguments {
  const named = Array.isArray(given) ? Object.fromEntries(given.map((value, at) => [NAMES[at] ?? '', value])) : given;
  const values = new Map<string, unknown>(Object.entries(Object(named) as object));
  if ([...values.keys()].some((name) => !NAMES.some((known) => known === name))) throw refused.invalid();
  const [token, cursor, proof] = NAMES.map((name) => textIn(values.get(name)));
  if (token === undefined) throw refused.invalid('token is missing');
  return { token, cursor, proof };
}

function textIn(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > LONGEST) throw refused.invalid();
  return value;
}

/** Builds an event that is not the result of an operation. */
export const pushedEvent = (event: string, data: object, id?: CallId): string =>
  JSON.stringify({
    ...(id !== undefined && { id }),
    event,
    response: { StatusCode: mobileCodes.success, StatusMsg: mobileTitles[mobileCodes.success], ResponseData: data },
  });
