type ValueOf<T> = T[keyof T];

/**
 * Log levels of `RdnaClient`, the library that this one replaces. They are accepted but ignored: use `log` in the
 * settings of `configure` instead.
 */
export const RDNALoggingLevel = {
  RDNA_NO_LOGS: 0,
  RDNA_LOG_WARN: 1,
  RDNA_LOG_NOTIFY: 2,
  RDNA_LOG_NETWORK: 3,
  RDNA_LOG_DNA: 4,
  RDNA_LOG_DEBUG: 5,
  RDNA_LOG_VERBOSE: 6,
} as const;
export type RDNALoggingLevel = ValueOf<typeof RDNALoggingLevel>;

export const RDNAAuthLevel = {
  NONE: 0,
  RDNA_AUTH_LEVEL_NONE: 0,
  RDNA_AUTH_LEVEL_1: 1,
  RDNA_AUTH_LEVEL_2: 2,
  RDNA_AUTH_LEVEL_3: 3,
  RDNA_AUTH_LEVEL_4: 4,
} as const;
export type RDNAAuthLevel = ValueOf<typeof RDNAAuthLevel>;

export const RDNAAuthenticatorType = {
  NONE: 0,
  RDNA_AUTH_TYPE_NONE: 0,
  RDNA_IDV_SERVER_BIOMETRIC: 1,
  RDNA_AUTH_PASS: 2,
  RDNA_AUTH_LDA: 3,
} as const;
export type RDNAAuthenticatorType = ValueOf<typeof RDNAAuthenticatorType>;

/** Kinds of local authentication, which apps show by name. This library uses the phone's own keys instead. */
export const RDNALDACapabilities = {
  RDNA_LDA_INVALID: 0,
  RDNA_LDA_FINGERPRINT: 1,
  RDNA_LDA_FACE: 2,
  RDNA_LDA_PATTERN: 3,
  RDNA_LDA_SSKB_PASSWORD: 4,
  RDNA_DEVICE_LDA: 9,
} as const;
export type RDNALDACapabilities = ValueOf<typeof RDNALDACapabilities>;

/** Why `getPassword` asks: to confirm the answer to a notification, or the signature of data. */
export const AUTHORIZE_NOTIFICATION = 3;
export const SIGN_DATA = 12;
export type ChallengeMode = typeof AUTHORIZE_NOTIFICATION | typeof SIGN_DATA;
