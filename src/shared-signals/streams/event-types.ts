const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/';

export const SESSION_REVOKED = `${CAEP}session-revoked`;
export const CREDENTIAL_CHANGE = `${CAEP}credential-change`;
export const ACCOUNT_DISABLED = `${RISC}account-disabled`;
export const ACCOUNT_ENABLED = `${RISC}account-enabled`;
export const ACCOUNT_PURGED = `${RISC}account-purged`;

/**
 * The type of a verification event. It is sent only when the receiver requests a verification, regardless of the event
 * types that the receiver has requested.
 */
export const VERIFICATION = 'https://schemas.openid.net/secevent/ssf/event-type/verification';

/** The events that a receiver can request. */
export const eventTypes = [
  SESSION_REVOKED,
  CREDENTIAL_CHANGE,
  ACCOUNT_DISABLED,
  ACCOUNT_ENABLED,
  ACCOUNT_PURGED,
] as const;
export type SignalType = (typeof eventTypes)[number];

/** Returns those requested event types that exist. Unknown ones are ignored: requesting them is not an error. */
export const deliveredOf = (requested: readonly string[]): SignalType[] =>
  eventTypes.filter((type) => requested.includes(type));
