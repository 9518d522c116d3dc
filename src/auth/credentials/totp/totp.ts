import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 } from '../../../shared/kernel/index.js';

export { base32 };

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Codes of the previous and the next time step are also accepted, because clocks differ. */
const TOLERANCE = 1;

/** Computes an HOTP code (RFC 4226). */
export function hotp(secret: Uint8Array, counter: number): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(moving).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step: the number of 30-second intervals since 1970 (RFC 6238). */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

/**
 * The time step for which a code is correct. Undefined if the code is wrong, or if that step is not later than the step
 * of the last used code.
 */
export function stepOf(code: string, secret: Uint8Array, now: number, lastStep: number): number | undefined {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return undefined;
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_step, index) => current - TOLERANCE + index);
  const fits = (step: number): boolean => timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(typed));
  return steps.find((step) => step > lastStep && fits(step));
}

/** The URI from which an authenticator app imports the secret. */
export function otpauthUri(issuer: string, account: string, secret: Uint8Array): string {
  const plain = (text: string): string => encodeURIComponent(text.replaceAll(':', ' '));
  return `otpauth://totp/${plain(issuer)}:${plain(account)}?secret=${base32(secret)}&issuer=${plain(issuer)}`;
}
