import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import { KernelErrors, later } from '../../kernel/index.js';
import { OpenCounts } from '../../security/index.js';

const RETRY_AFTER_SECONDS = 10;
const LONGEST_MS = 15 * 60_000;
/** The connection is cut when the reader takes no data for this long. */
const PATIENCE_MS = 60_000;

const log = new Logger('Exports');

export const anotherExport = (): Error =>
  KernelErrors.tooManyRequests('Another export is running', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Limits the exports that run in this process: for each enterprise, and for all together. */
export class ExportPlaces {
  readonly #running: OpenCounts;

  constructor(
    mostOfEnterprise: number,
    private readonly most: number,
  ) {
    this.#running = new OpenCounts(mostOfEnterprise);
  }

  /**
   * Counts an export, or throws. Returns the function to call when the export has ended; calling it twice has no
   * further effect.
   */
  enter(enterpriseId: string): () => void {
    if (this.#running.total >= this.most || !this.#running.take(enterpriseId)) throw anotherExport();
    let isIn = true;
    return () => {
      if (isIn) this.#running.giveBack(enterpriseId);
      isIn = false;
    };
  }
}

export interface ExportHead {
  readonly type: string;
  readonly disposition?: string;
}

type Piece = string | Uint8Array;

/**
 * Streams an answer, and makes each piece only when the reader has taken the previous one. After an error, a pause of
 * the reader that is too long, or too long a time in all, the connection is cut, so that nobody mistakes a part for the
 * whole. `leave` runs when the answer has ended.
 */
export function exportStream(pieces: AsyncIterable<Piece>, head: ExportHead, leave?: () => void): StreamableFile {
  const idle = new Idle(() => stream.destroy(new Error('Nobody reads it')));
  const stream = Readable.from(inTime(madeHere(pieces), idle), { objectMode: false });
  idle.begin();
  stream.once('close', () => {
    idle.end();
    leave?.();
  });
  // Cuts the connection instead of Nest's default: a 400, as if the caller were at fault.
  return new StreamableFile(stream, head).setErrorHandler((error, response) => {
    log.warn({ err: error }, 'An export was cut off');
    response.destroy?.();
  });
}

async function* inTime(pieces: AsyncIterable<Piece>, idle: Idle): AsyncGenerator<Piece> {
  const end = Date.now() + LONGEST_MS;
  for await (const piece of pieces) {
    idle.begin();
    yield piece;
    if (Date.now() > end) throw new Error('It has taken too long');
    idle.end();
  }
}

/**
 * Makes the pieces in the context of the request. Otherwise they would be made in that of the stream's reader, which
 * runs outside the request.
 */
export function madeHere<T>(pieces: AsyncIterable<T> | Iterable<T>): AsyncIterable<T> {
  const within = AsyncLocalStorage.snapshot();
  const iterator = piecesOf(pieces);
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => within(() => iterator.next()),
      return: () => within(() => iterator.return(undefined)),
    }),
  };
}

async function* piecesOf<T>(pieces: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* pieces;
}

/** Calls `cutOff` when the reader has left a piece untaken for too long. */
class Idle {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly cutOff: () => void) {}

  begin(): void {
    this.end();
    this.#timer = later(this.cutOff, PATIENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
