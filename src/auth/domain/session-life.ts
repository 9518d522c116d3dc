export interface SessionLimits {
  /** From the login on, however much the session is used. */
  readonly absoluteSeconds: number;
  /** From its last use on. */
  readonly idleSeconds: number;
}

/** For how long a session that is used now lives on. Times are seconds since 1970; nobody has logged in: idle time. */
export function secondsLeft(now: number, loginAt: number | undefined, limits: SessionLimits): number {
  const toTheEnd = Math.floor((loginAt ?? now) + limits.absoluteSeconds - now);
  return Math.max(1, Math.min(limits.idleSeconds, toTheEnd));
}
