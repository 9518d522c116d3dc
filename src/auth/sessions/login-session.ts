export interface SessionLimits {
  /** Maximum lifetime after the login, regardless of use. */
  readonly absoluteSeconds: number;
  /** Maximum time since the last use of the session. */
  readonly idleSeconds: number;
}

const LONGEST_UNNOTED = 300;

/**
 * The seconds that remain for a session that is being used now. Times are in seconds since 1970. Without a login, only
 * the idle time limits the session.
 */
export function secondsLeft(now: number, loginAt: number | undefined, limits: SessionLimits): number {
  const toTheEnd = Math.floor(Math.min(loginAt ?? now, now) + limits.absoluteSeconds - now);
  return Math.max(1, Math.min(limits.idleSeconds, toTheEnd));
}

/**
 * Whether to store the use of a session that extends it by this many seconds. Most uses are not stored, so an unused
 * session ends early: by up to five minutes, or by a hundredth of the idle time if that is less.
 */
export const isWorthNoting = (movedSeconds: number, idleSeconds: number): boolean =>
  Math.abs(movedSeconds) >= Math.min(LONGEST_UNNOTED, idleSeconds / 100);

/** The claim `amr` (RFC 8176) of a sign-in by password. */
export const BY_PASSWORD: readonly string[] = ['pwd'];

/**
 * The claim `amr` of a passkey. It proves possession of a key and, by PIN or biometrics on the device, the presence of
 * its user: hence `mfa`. Nothing attests where the key is kept (so neither `hwk` nor `swk`), and the device does not
 * report whether it used a PIN or biometrics.
 */
export const BY_PASSKEY: readonly string[] = ['pop', 'user', 'mfa'];

/** The claim `amr` of an approval on the phone: a key in the phone's software has signed the answer. */
export const BY_APPROVAL: readonly string[] = ['pop', 'swk'];

/** The claim `amr` of a recovery code, which replaces a lost factor for a short time. */
export const BY_RECOVERY_CODE: readonly string[] = ['otp', 'recovery'];

/** The claim `amr` of a remembered browser, in which the user has proven a second factor on an earlier day. */
export const BY_REMEMBERED_BROWSER: readonly string[] = ['browser'];

export const BY_TOTP: readonly string[] = ['otp'];
