import type { Context } from './context.js';
import { environment, isOffline, later, cancel } from './environment.js';
import type { FetchAnswer } from './ports.js';

/** The maximum length of an answer. The service sends none that is longer. */
export const LONGEST_ANSWER = 32 * 1024 * 1024;

/** Node's error codes for failures before anything was sent. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

export interface HttpAnswer {
  readonly status: number;
  /** The parsed body. Undefined if the body was not JSON. */
  readonly body: unknown;
}

/** Thrown if a request got no answer. */
export class NoAnswer extends Error {
  constructor(
    readonly why: 'offline' | 'timeout' | 'lost',
    cause?: unknown,
  ) {
    super(why, { cause });
  }
}

/** Sends one request without retries. */
export async function send(
  { fetch, timeoutMs, clock }: Context,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<HttpAnswer> {
  if (isOffline()) throw new NoAnswer('offline');
  const ending = environment.AbortController && new environment.AbortController();
  const signal = ending ? { signal: ending.signal as never } : {};
  const request = async (): Promise<HttpAnswer> => {
    const answer = await fetch(url, {
      ...{ method: 'POST', headers, body, redirect: 'error', cache: 'no-store', credentials: 'omit' },
      ...signal,
    });
    clock.readHeader(answer.headers.get('date'));
    return { status: answer.status, body: parsed(await textOf(answer)) };
  };
  let timer;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = later(timeoutMs, () => {
      reject(new NoAnswer('timeout'));
      ending?.abort();
    });
  });
  try {
    return await Promise.race([request(), tooLate]);
  } catch (error) {
    ending?.abort();
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(wasNotSent(error) ? 'offline' : 'lost', error);
  } finally {
    cancel(timer);
  }
}

function wasNotSent(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    if (NOT_SENT.includes(String((one as { code?: unknown }).code))) return true;
    // Node reports an error for each address of a host. Nothing was sent only if every one of them says so.
    const { errors } = one as { errors?: unknown };
    if (Array.isArray(errors) && errors.length > 0) return errors.every(wasNotSent);
  }
  return false;
}

interface Streamed {
  readonly body?: { getReader?(): Reader } | null;
}
interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

/** Reads the body, and stops at the maximum length if the body can be streamed. */
async function textOf(answer: FetchAnswer & Streamed): Promise<string> {
  if (Number(answer.headers.get('content-length')) > LONGEST_ANSWER) throw new Error('The answer is too long');
  const reader = answer.body?.getReader?.();
  if (!reader) return answer.text();
  const decoder = new environment.TextDecoder();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value ?? new Uint8Array(), { stream: true });
    if (text.length <= LONGEST_ANSWER) continue;
    await reader.cancel();
    throw new Error('The answer is too long');
  }
  return text + decoder.decode(new Uint8Array(), { stream: false });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
