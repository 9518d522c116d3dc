import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
/** Of what fits into a sequence, so that counting on never runs over. */
const HALF = 0x7fff_ffff;
/** Drawn in stock: asking the system for sixteen bytes costs several times as much as all else that makes an id. */
const stock = Buffer.alloc(256 * RANDOM_BYTES);
let drawn = stock.length;

/** What an id is made of. One object for all of them: that halves what an id costs. */
const made = { msecs: 0, seq: 0, random: Buffer.alloc(RANDOM_BYTES) };

/** Time-ordered, so that the newest rows share an index page. Of one process, also within a millisecond. */
export function newId(): string {
  stock.copy(made.random, 0, draw());
  const msecs = Date.now();
  if (msecs > made.msecs) {
    made.msecs = msecs;
    made.seq = made.random.readUInt32BE() & HALF;
  } else made.seq += 1;
  return v7(made);
}

/** As W3C Trace Context writes them. */
export function newTraceId(): string {
  const from = draw();
  return stock.toString('hex', from, from + RANDOM_BYTES);
}

/** 256 random bits: secrets, session ids, anything that must not be guessed. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Where bytes stand that nobody had yet. */
function draw(): number {
  if (drawn === stock.length) {
    randomFillSync(stock);
    drawn = 0;
  }
  drawn += RANDOM_BYTES;
  return drawn - RANDOM_BYTES;
}
