import { Readable } from 'node:stream';
import { UnexpectedAnswerError } from '../errors.js';
import type { CallOptions } from './api.js';
import { type OpenAnswer, wholeLines } from './streaming.js';

export interface ExportOptions extends CallOptions {
  /** The reason for the export, for the audit log. Operators must give one. */
  readonly reason?: string;
}

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
type Format = keyof typeof TYPES;
type Open = (accept: string) => Promise<OpenAnswer>;

/** The longest accepted row, in characters. The service sends none that is as long. */
const LONGEST_LINE = 1024 * 1024;

/**
 * A list as one stream of at most 100,000 rows, without pages. `for await` reads rows, and `csv()` returns a file. Each
 * reading sends a new request, and the service sends only as fast as you read.
 */
export class ListExport<T> implements AsyncIterable<T> {
  readonly #open: Open;

  constructor(open: Open) {
    this.#open = open;
  }

  /** The rows. Throws if the stream breaks off, so that an incomplete list is never taken for a complete one. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    const { bytes } = await this.#opened('ndjson');
    for await (const line of linesOf(wholeLines(bytes))) yield rowOf(line) as T;
  }

  /** The list as a CSV file. If the answer breaks off, the stream is destroyed with an error. */
  csv(): Promise<Readable> {
    return this.#file('csv');
  }

  /** The list as a file with one JSON row per line. */
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
