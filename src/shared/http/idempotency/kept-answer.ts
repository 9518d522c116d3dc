import type { Response } from 'express';
import type { JsonObject, JsonValue } from '../../kernel/json.js';

/** An answer as it is kept: enough to give it again. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined`: it had none. */
  readonly body?: unknown;
}

/** What belongs to an answer rather than to a request or its moment. */
const KEPT_HEADERS = ['content-type', 'location', 'link', 'allow', 'retry-after'];

/** The caller may do better another time: nothing of it is kept. */
export const isWorthKeeping = (status: number): boolean => status < 500 && status !== 401 && status !== 429;

export function answerOf(response: Response, body: unknown, secrets: readonly string[]): KeptAnswer {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = response.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const plain = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as JsonValue);
  return { status: response.statusCode, headers: Object.fromEntries(headers), body: withholding(plain, secrets) };
}

/** A secret is shown once: it is not even kept. */
function withholding(body: JsonValue | undefined, secrets: readonly string[]): JsonValue | undefined {
  if (!isObject(body) || !secrets.some((name) => name in body)) return body;
  const rest = Object.entries(body).filter(([name]) => !secrets.includes(name));
  return { ...Object.fromEntries(rest), secretWithheld: true };
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets all but the body, which the route then returns. */
export function repeat({ status, headers }: KeptAnswer, response: Response): void {
  response.status(status).set(headers).set('Idempotency-Replayed', 'true');
}
