import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 } from '../../../shared/kernel/index.js';

export { base32 };

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Codes of the step before and of the next one are taken too: clocks differ. */
const TOLERANCE = 1;

/** RFC 4226. */
export function hotp(secret: Uint8Array, counter: number): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(moving).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** RFC 6238: the number of steps since 1970. */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

/** The time step that this code belongs to, if it is later than the last one that was used. */
export function stepOf(code: string, secret: Uint8Array, now: number, lastStep: number): number | undefined {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return undefined;
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_step, index) => current - TOLERANCE + index);
  const fits = (step: number): boolean => timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(typed));
  return steps.find((step) => step > lastStep && fits(step));
}

/** The address by which an authenticator app takes the secret over. */
export function otpauthUri(issuer: string, account: string, secret: Uint8Array): string {
  const plain = (text: string): string => encodeURIComponent(text.replaceAll(':', ' '));
  return `otpauth://totp/${plain(issuer)}:${plain(account)}?secret=${base32(secret)}&issuer=${plain(issuer)}`;
}
