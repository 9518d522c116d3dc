/** Why a request was not let in (RFC 6750, 3.1; RFC 9449, 7.1). */
export type RefusalCode = 'missing' | 'invalid_token' | 'invalid_dpop_proof';

const DPOP = 'DPoP algs="ES256"';

/** Told to the caller as a challenge; `why` is safe to show: it says nothing that the caller did not send. */
export class Refused extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly why: string,
  ) {
    super(why);
  }

  /** For `WWW-Authenticate`. A request that showed nothing is only told how it may authenticate. */
  get challenge(): string {
    if (this.code === 'missing') return `Bearer realm="api", ${DPOP}`;
    const error = `error="${this.code}", error_description="${this.why}"`;
    return this.code === 'invalid_dpop_proof' ? `${DPOP}, ${error}` : `Bearer realm="api", ${error}, ${DPOP}, ${error}`;
  }
}
