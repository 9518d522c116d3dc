const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/';

export const SESSION_REVOKED = `${CAEP}session-revoked`;
export const CREDENTIAL_CHANGE = `${CAEP}credential-change`;
export const ACCOUNT_DISABLED = `${RISC}account-disabled`;
export const ACCOUNT_ENABLED = `${RISC}account-enabled`;
export const ACCOUNT_PURGED = `${RISC}account-purged`;

/** Sent when the receiver asks for it, whatever events it wants. */
export const VERIFICATION = 'https://schemas.openid.net/secevent/ssf/event-type/verification';

/** Events that a receiver may ask for. */
export const eventTypes = [
  SESSION_REVOKED,
  CREDENTIAL_CHANGE,
  ACCOUNT_DISABLED,
  ACCOUNT_ENABLED,
  ACCOUNT_PURGED,
] as const;
export type SignalType = (typeof eventTypes)[number];

/** Leaves out unknown events: asking for them is no error. */
export const deliveredOf = (requested: readonly string[]): SignalType[] =>
  eventTypes.filter((type) => requested.includes(type));
