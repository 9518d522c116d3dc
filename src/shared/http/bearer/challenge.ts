/** Why a request was not let in (RFC 6750, 3.1; RFC 9449, 7.1). */
export type RefusalCode = 'missing' | 'invalid_token' | 'invalid_dpop_proof';

/** Told to the caller as a challenge; `why` is safe to show: it says nothing that the caller did not send. */
export class Refused extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly why: string,
  ) {
    super(why);
  }
}

const DPOP = 'DPoP algs="ES256"';

/** What goes into `WWW-Authenticate`. A request that showed nothing is only told how it may authenticate. */
export function challenge(code: RefusalCode, why: string): string[] {
  if (code === 'missing') return ['Bearer', DPOP];
  const error = `error="${code}", error_description="${why}"`;
  return code === 'invalid_dpop_proof' ? [`${DPOP}, ${error}`] : [`Bearer ${error}`, `${DPOP}, ${error}`];
}

export const scopeChallenge = (needed: readonly string[]): string =>
  `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`;
