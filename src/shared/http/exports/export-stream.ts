import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import { KernelErrors, later } from '../../kernel/index.js';
import { OpenCounts } from '../../security/index.js';

const RETRY_AFTER_SECONDS = 10;
const LONGEST_MS = 15 * 60_000;
/** The connection is cut if the client reads no data for this long. */
const PATIENCE_MS = 60_000;

const log = new Logger('Exports');

export const anotherExport = (): Error =>
  KernelErrors.tooManyRequests('Another export is running', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Limits the number of exports that run in this process at once, for each enterprise and in total. */
export class ExportPlaces {
  readonly #running: OpenCounts;

  constructor(
    mostOfEnterprise: number,
    private readonly most: number,
  ) {
    this.#running = new OpenCounts(mostOfEnterprise);
  }

  /**
   * Counts an export, or throws if the limit is reached. Returns the function to call when the export has ended;
   * calling it twice has no further effect.
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
 * Streams a response, and produces each chunk only after the client has read the previous one. Cuts the connection
 * after an error, if the client pauses for too long, or if the whole export takes too long, so that nobody mistakes a
 * partial file for a complete one. Calls `leave` when the stream has closed.
 */
export function exportStream(pieces: AsyncIterable<Piece>, head: ExportHead, leave?: () => void): StreamableFile {
  const idle = new Idle(() => stream.destroy(new Error('Nobody reads it')));
  const stream = Readable.from(inTime(madeHere(pieces), idle), { objectMode: false });
  idle.begin();
  stream.once('close', () => {
    idle.end();
    leave?.();
  });
  // Cuts the connection. Nest would respond with 400 instead, although the caller has made no mistake.
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
 * Produces the chunks in the request context of the caller of this function. Without it, they would be produced in the
 * context of the stream's reader, which does not belong to the request.
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

/** Calls `cutOff` if the client does not read a chunk within `PATIENCE_MS`. */
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
