import type { TestApplication } from '../application.js';
import { exchange } from '../raw-http.js';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly text: string;
  readonly body: any;
}

/** Sends a raw request to the console, which may be malformed in ways that HTTP clients do not allow. */
export async function raw(
  running: TestApplication,
  line: string,
  headers: readonly string[],
  body = '',
): Promise<RawAnswer> {
  const host = headers.some((one) => /^host:/i.test(one)) ? [] : ['Host: console.test'];
  const head = [`${line} HTTP/1.1`, ...host, 'Connection: close', ...headers].join('\r\n');
  const answer = await exchange(running.url('console'), Buffer.from(`${head}\r\n\r\n${body}`, 'latin1'));
  const end = answer.indexOf('\r\n\r\n');
  const text = answer.slice(end + 4);
  return { status: Number(answer.slice(9, 12)), head: answer.slice(0, end), text, body: parsed(text) };
}

export const cookieOf = ({ cookie }: { readonly cookie: string }): string => `Cookie: __Host-console=${cookie}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
