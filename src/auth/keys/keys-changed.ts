/** Topics of signals, which reach every process at once. */
export const SIGNING_KEYS_CHANGED = 'auth.signing-keys-changed';

export const EVIDENCE_KEYS_CHANGED = 'auth.evidence-keys-changed';
