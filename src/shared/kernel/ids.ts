import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
/** Drawn in stock: asking the system for sixteen bytes costs several times as much as all else that makes an id. */
const stock = Buffer.alloc(256 * RANDOM_BYTES);
let drawn = stock.length;

let last = { msecs: 0, seq: 0 };

/** Time-ordered, so that the newest rows share an index page. Of one process, also within a millisecond. */
export function newId(): string {
  const from = draw();
  const random = stock.subarray(from, from + RANDOM_BYTES);
  const msecs = Date.now();
  last = msecs > last.msecs ? { msecs, seq: seqOf(random) } : { ...last, seq: last.seq + 1 };
  return v7({ ...last, random });
}

/** As W3C Trace Context writes them. */
export function newTraceId(): string {
  const from = draw();
  return stock.toString('hex', from, from + RANDOM_BYTES);
}

/** 256 random bits: secrets, session ids, anything that must not be guessed. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Half of what fits, so that counting on never runs over. */
const seqOf = ([a = 0, b = 0, c = 0, d = 0]: Uint8Array): number => ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;

/** Where bytes stand that nobody had yet. */
function draw(): number {
  if (drawn === stock.length) {
    randomFillSync(stock);
    drawn = 0;
  }
  drawn += RANDOM_BYTES;
  return drawn - RANDOM_BYTES;
}
