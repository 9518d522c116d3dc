import { createHash } from 'node:crypto';
import { LEAKED_PASSWORDS } from './leaked-password-list.js';

/** Number of bytes stored of each hash. With 5 bytes, one in 25 million good passwords is mistaken for a leaked one. */
const BYTES = 5;
const known = Buffer.from(LEAKED_PASSWORDS, 'base64');

/** Whether a password, ignoring case, is among the most frequent passwords in known leaks. */
export function isLeaked(password: string): boolean {
  const print = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, BYTES);
  let [low, high] = [0, known.length / BYTES];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const order = print.compare(known, middle * BYTES, (middle + 1) * BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}
