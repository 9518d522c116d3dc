import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
/** The mask for the first sequence number of a millisecond: half the range, so that counting up does not overflow. */
const HALF = 0x7fff_ffff;
/** Random bytes drawn in advance: sixteen bytes from the system cost several times as much as the rest of an id. */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let drawn = pool.length;
/** Zeros instead of random bits, for ids that are only bounds of a search. */
const NOTHING = Buffer.alloc(RANDOM_BYTES);

/** The state of `newId`. Reusing one object halves the cost of an id. */
const parts = { msecs: 0, seq: 0, random: Buffer.alloc(RANDOM_BYTES) };

/** The state of `newIdAt`. Separate from that of `newId`, because the times passed to `newIdAt` may decrease. */
const dated = { msecs: 0, seq: 0, random: Buffer.alloc(RANDOM_BYTES) };

let now = (): number => Date.now();

/**
 * Takes the time in new ids from the database's clock, which also dates rows: lists, figures and age limits find rows
 * by the time in their ids. Returns the function that restores the machine's clock.
 */
export function dateIdsBy(clock: () => number): () => void {
  now = clock;
  parts.msecs = 0; // the machine's clock may have been ahead of `clock`
  return () => {
    if (now === clock) now = () => Date.now();
  };
}

/**
 * The current time in milliseconds, by the clock that dates ids. Compare stored times with it, not with the machine's
 * clock.
 */
export const currentTime = (): number => now();

/**
 * An id that is ordered by time, so that the newest rows share an index page. Within a millisecond, the ids of one
 * process are ordered too.
 */
export function newId(): string {
  pool.copy(parts.random, 0, draw());
  const msecs = Math.floor(now());
  if (msecs > parts.msecs) {
    parts.msecs = msecs;
    parts.seq = parts.random.readUInt32BE() & HALF;
  } else parts.seq += 1;
  return v7(parts);
}

/**
 * An id of exactly this time, for a row whose displayed time must match its position in lists, which sort by id.
 * Consecutive ids of the same time are in order of creation.
 */
export function newIdAt(msecs: number): string {
  pool.copy(dated.random, 0, draw());
  if (msecs === dated.msecs) dated.seq += 1;
  else {
    dated.msecs = msecs;
    dated.seq = dated.random.readUInt32BE() & HALF;
  }
  return v7(dated);
}

/** The smallest possible id of this time. All ids of this or a later time are greater. */
export const leastIdAt = (msecs: number): string => v7({ msecs, seq: 0, random: NOTHING });

/** The time at which an id was created. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** A new trace id in the format of W3C Trace Context. */
export function newTraceId(): string {
  const from = draw();
  return pool.toString('hex', from, from + RANDOM_BYTES);
}

/** Returns the offset of unused bytes in the pool. */
function draw(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += RANDOM_BYTES;
  return drawn - RANDOM_BYTES;
}
