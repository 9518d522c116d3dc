import { ConnectionError } from '../errors.js';
import { type Answer, noAnswer, type Transport, wholeAnswer } from './http.js';

/** An answer whose body is read on demand: the sender waits for the reader. */
export interface OpenAnswer extends Omit<Answer, 'body'> {
  readonly bytes: AsyncGenerator<Uint8Array, void>;
  /** Closes the connection, even if more of the body would follow. */
  readonly close: () => void;
}

/**
 * Sends one request. An error answer is read completely; the body of a successful one is streamed. The timeout of a try
 * applies to the start of the answer and to each read, but not while the caller reads nothing.
 */
export async function openExchange(
  transport: Transport,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Answer | OpenAnswer> {
  const over = new AbortController();
  const both = AbortSignal.any([signal, over.signal]);
  async function inTime<T>(work: () => Promise<T>): Promise<T> {
    const end = transport.clock.after(transport.tryTimeoutMs, () => over.abort(new Error('No answer in time')));
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw noAnswer(url, over.signal.aborted ? over.signal.reason : error);
    } finally {
      end();
    }
  }
  const response = await inTime(() => transport.fetch(url, { ...init, redirect: 'manual', signal: both }));
  if (!response.ok) return inTime(() => wholeAnswer(response));
  const { status, headers, body } = response;
  const close = () => over.abort(new Error('It was closed'));
  return { status, headers, bytes: bytesOf(body, inTime), close };
}

async function* bytesOf(
  body: Response['body'],
  inTime: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  try {
    for (;;) {
      const { done, value } = await inTime(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const NEW_LINE = 10;

/** Yields the bytes unchanged. Throws at the end if the last line is incomplete, because the file was then cut off. */
export async function* wholeLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let last: number | undefined;
  for await (const part of bytes) {
    last = part.at(-1) ?? last;
    yield part;
  }
  if (last !== undefined && last !== NEW_LINE) throw new ConnectionError('The file broke off');
}
