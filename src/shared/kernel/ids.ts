import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
/**
 * Limits the random first sequence number of each millisecond to half the range, so that incrementing it does not
 * overflow.
 */
const HALF = 0x7fff_ffff;
/**
 * A pool of random bytes, because requesting them from the system for each id would take several times as long as the
 * rest of its creation.
 */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let drawn = pool.length;
/** Used instead of random bits in ids that no row has, but that mark the bounds of a search. */
const NOTHING = Buffer.alloc(RANDOM_BYTES);

/** The state of `newId`. Reusing one object halves the cost of creating an id. */
const parts = { msecs: 0, seq: 0, random: Buffer.alloc(RANDOM_BYTES) };

/** The state of `newIdAt`. Separate from that of `newId`, because the times passed to `newIdAt` may decrease. */
const dated = { msecs: 0, seq: 0, random: Buffer.alloc(RANDOM_BYTES) };

let now = (): number => Date.now();

/**
 * Sets the clock that new ids take their time from. It should be the database's clock, which also sets the times in
 * rows, because lists, figures and age limits find rows by the time in their ids. Returns a function that restores the
 * local clock.
 */
export function dateIdsBy(clock: () => number): () => void {
  now = clock;
  // Forgets the time of the last id. `newId` never goes back in time, so if the local clock was ahead, it would keep
  // that time.
  parts.msecs = 0;
  return () => {
    if (now === clock) now = () => Date.now();
  };
}

/**
 * The current time in milliseconds, according to the clock used for new ids. Compare stored times with this, not with
 * the local clock.
 */
export const currentTime = (): number => now();

/**
 * An id that sorts by time, so that the newest rows share an index page. Ids that one process creates within the same
 * millisecond are also in order.
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
 * An id with exactly the given time, for a row whose displayed time must match its position in lists, which sort by id.
 * Consecutive ids with the same time sort in order of creation.
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

/** The smallest possible id with the given time. All ids with this or a later time are greater. */
export const leastIdAt = (msecs: number): string => v7({ msecs, seq: 0, random: NOTHING });

/** The time at which an id was created. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** A new trace id in the format of W3C Trace Context. */
export function newTraceId(): string {
  const from = draw();
  return pool.toString('hex', from, from + RANDOM_BYTES);
}

/** Returns the offset of the next unused random bytes in the pool. */
function draw(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += RANDOM_BYTES;
  return drawn - RANDOM_BYTES;
}
