/** What every process must know of this context at once. */
export const SIGNING_KEYS_CHANGED = 'auth.signing-keys-changed';
export const CLIENT_CHANGED = 'auth.client-changed';
export const EVIDENCE_KEYS_CHANGED = 'auth.evidence-keys-changed';
