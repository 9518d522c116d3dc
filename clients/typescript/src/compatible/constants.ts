/** Accepted, and ignored: the log is that of `configure`. */
export const RDNALoggingLevel = {
  RDNA_NO_LOGS: 0,
  RDNA_LOG_WARN: 1,
  RDNA_LOG_NOTIFY: 2,
  RDNA_LOG_NETWORK: 3,
  RDNA_LOG_DNA: 4,
  RDNA_LOG_DEBUG: 5,
  RDNA_LOG_VERBOSE: 6,
} as const;

export const RDNAAuthLevel = {
  NONE: 0,
  RDNA_AUTH_LEVEL_NONE: 0,
  RDNA_AUTH_LEVEL_1: 1,
  RDNA_AUTH_LEVEL_2: 2,
  RDNA_AUTH_LEVEL_3: 3,
  RDNA_AUTH_LEVEL_4: 4,
} as const;

export const RDNAAuthenticatorType = {
  NONE: 0,
  RDNA_AUTH_TYPE_NONE: 0,
  RDNA_IDV_SERVER_BIOMETRIC: 1,
  RDNA_AUTH_PASS: 2,
  RDNA_AUTH_LDA: 3,
} as const;

/** Why `getPassword` asks: to confirm the answer to a notification. */
export const AUTHORIZE_NOTIFICATION = 3;
