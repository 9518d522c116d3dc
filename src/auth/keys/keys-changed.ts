/** Notification channels that tell every process to reload keys. */
export const SIGNING_KEYS_CHANGED = 'auth.signing-keys-changed';

export const EVIDENCE_KEYS_CHANGED = 'auth.evidence-keys-changed';
