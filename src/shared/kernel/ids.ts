import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
/** Half the range of the sequence, so that counting up does not overflow. */
const HALF = 0x7fff_ffff;
/** Drawn in advance: asking the system for sixteen bytes costs several times as much as the rest of an id. */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let drawn = pool.length;
/** Zeros, where an id is a bound and names nothing. */
const NOTHING = Buffer.alloc(RANDOM_BYTES);

/** The input of every id. Reusing one object halves the cost of an id. */
const parts = { msecs: 0, seq: 0, random: Buffer.alloc(RANDOM_BYTES) };

/** The same for ids of a given time, apart from the others: a given time may go back. */
const dated = { msecs: 0, seq: 0, random: Buffer.alloc(RANDOM_BYTES) };

let now = (): number => Date.now();

/**
 * Ids of a program that uses a database are dated by its clock, as the rows are: many lists, figures and limits of age
 * find rows by the time of their ids. Returns the function that goes back to the clock of the machine.
 */
export function dateIdsBy(clock: () => number): () => void {
  now = clock;
  parts.msecs = 0; // the clock of the machine may be ahead
  return () => {
    if (now === clock) now = () => Date.now();
  };
}

/** Milliseconds by the clock of ids. What was stored is compared with it, and not with the clock of the machine. */
export const currentTime = (): number => now();

/**
 * Time-ordered, so that the newest rows share an index page. Ids of one process are ordered within a millisecond too.
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
 * An id of exactly this time. A row whose time is shown has one: lists compare the id, and find what they show. Ids of one
 * time are ordered as they were made.
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

/** The least id of this moment: none of this moment or a later one is less. */
export const leastIdAt = (msecs: number): string => v7({ msecs, seq: 0, random: NOTHING });

/** When an id was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** In the format of W3C Trace Context. */
export function newTraceId(): string {
  const from = draw();
  return pool.toString('hex', from, from + RANDOM_BYTES);
}

/** 256 random bits: secrets, session ids, anything that must not be guessed. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the offset of bytes that were not used yet. */
function draw(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += RANDOM_BYTES;
  return drawn - RANDOM_BYTES;
}
