import { Readable } from 'node:stream';
import { UnexpectedAnswerError } from '../errors.js';
import type { CallOptions } from './api.js';
import { type OpenAnswer, wholeLines } from './streaming.js';

export interface ExportOptions extends CallOptions {
  /** Why, for the audit log. Operators must say it. */
  readonly reason?: string;
}

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
type Format = keyof typeof TYPES;
type Open = (accept: string) => Promise<OpenAnswer>;

/** Longer than any row of the service. */
const LONGEST_LINE = 1024 * 1024;

/**
 * A whole list as one stream, from the first row on, at most 100,000: `for await` reads it row by row, `csv()` is a file. The
 * service is asked when reading begins, each time anew, and sends no faster than is read.
 */
export class ListExport<T> implements AsyncIterable<T> {
  readonly #open: Open;

  constructor(open: Open) {
    this.#open = open;
  }

  /** The rows. Throws where the list breaks off: what came until then is not all. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    const { bytes } = await this.#opened('ndjson');
    for await (const line of linesOf(wholeLines(bytes))) yield rowOf(line) as T;
  }

  /** A file for spreadsheets. It is destroyed with an error where the list breaks off. */
  csv(): Promise<Readable> {
    return this.#file('csv');
  }

  /** A file with a row of JSON in each line. */
  ndjson(): Promise<Readable> {
    return this.#file('ndjson');
  }

  async #file(format: Format): Promise<Readable> {
    return readableOf(await this.#opened(format));
  }

  async #opened(format: Format): Promise<OpenAnswer> {
    const answer = await this.#open(TYPES[format]);
    const type = answer.headers.get('content-type') ?? '';
    if (type.startsWith(TYPES[format])) return answer;
    answer.close();
    throw new UnexpectedAnswerError(`The answer is no ${TYPES[format]}`);
  }
}

export function readableOf({ bytes, close }: OpenAnswer): Readable {
  return Readable.from(wholeLines(bytes), { objectMode: false }).once('close', close);
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + textOf(decoder, part)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new UnexpectedAnswerError('A row is too long');
    yield* lines;
  }
}

function textOf(decoder: InstanceType<typeof TextDecoder>, part: Uint8Array): string {
  try {
    return decoder.decode(part, { stream: true });
  } catch {
    throw new UnexpectedAnswerError('The answer is no UTF-8');
  }
}

function rowOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new UnexpectedAnswerError('A row is no JSON');
  }
}
