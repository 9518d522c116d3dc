export interface SessionLimits {
  /** The longest life after the login, however much the session is used. */
  readonly absoluteSeconds: number;
  /** The longest life after its last use. */
  readonly idleSeconds: number;
}

const LONGEST_UNNOTED = 300;

/** For how long a session that is used now lives on. Times are seconds since 1970; nobody has logged in: idle time. */
export function secondsLeft(now: number, loginAt: number | undefined, limits: SessionLimits): number {
  const toTheEnd = Math.floor(Math.min(loginAt ?? now, now) + limits.absoluteSeconds - now);
  return Math.max(1, Math.min(limits.idleSeconds, toTheEnd));
}

/**
 * Whether a visit that moves the end of a session by so much is written down. Most are not: then a session that is no
 * more used ends up to five minutes early, or a hundredth of the idle time where that is less.
 */
export const isWorthNoting = (movedSeconds: number, idleSeconds: number): boolean =>
  Math.abs(movedSeconds) >= Math.min(LONGEST_UNNOTED, idleSeconds / 100);

/** How users prove who they are, in the words of RFC 8176: the claim `amr`. */
export const BY_PASSWORD: readonly string[] = ['pwd'];

/**
 * They hold a key. Nobody attests where it is kept, hence neither `hwk` nor `swk`. The device that keeps it is made to
 * check who is there, by a PIN or by biometrics: a second factor, though which of them is not told.
 */
export const BY_PASSKEY: readonly string[] = ['pop', 'user', 'mfa'];

/** A key in the software of a phone has signed the answer. */
export const BY_APPROVAL: readonly string[] = ['pop', 'swk'];

/** It replaces a lost factor, for a short time. */
export const BY_RECOVERY_CODE: readonly string[] = ['otp', 'recovery'];

/** A second factor was shown in this browser on an earlier day. */
export const BY_REMEMBERED_BROWSER: readonly string[] = ['browser'];

export const BY_TOTP: readonly string[] = ['otp'];
