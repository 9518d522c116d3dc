import { type JsonValue, type Level, levelOfAcr } from '../kernel/index.js';
import type { Config } from '../../config.js';

/** Claims of a verified access token (RFC 9068, and our own). */
export interface AccessToken {
  readonly id: string;
  /** The key that has signed it. */
  readonly keyId: string;
  readonly subject: string;
  readonly audience: string;
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly scopes: ReadonlySet<string>;
  /** In milliseconds, as are the moments of revocation that it is compared with. */
  readonly issuedAt: number;
  /** Seconds, as in the claim. */
  readonly expiresAt: number;
  /** For users only: the enterprise's own id for the user, the grant, and the time of the last login. */
  readonly userId: string | undefined;
  readonly grantId: string | undefined;
  readonly authTime: number | undefined;
  /** The level of the factors that the user has proven. A remembered browser does not count here. */
  readonly level: Level | undefined;
  /** The key that a request must prove to hold (RFC 9449). */
  readonly keyThumbprint: string | undefined;
}

export type Claims = Readonly<Record<string, JsonValue | undefined>>;

/** Returns the token that the claims describe, or `undefined` when a claim is missing or has the wrong type. */
export function readAccessToken(header: Claims, claims: Claims): AccessToken | undefined {
  if (!isAccessTokenType(header['typ'])) return undefined;
  const { jti: id, sub: subject, aud: audience, client_id: clientId, enterprise_id: enterpriseId } = claims;
  const { test, scope, iat, exp: expiresAt } = claims;
  if (!isText(id) || !isText(subject) || !isText(audience) || !isText(clientId) || !isText(enterpriseId))
    return undefined;
  if (typeof test !== 'boolean' || !isTime(iat) || !isTime(expiresAt)) return undefined;
  const ofUser = isText(claims['user_id']) ? claims : {};
  // One object literal, so that V8 gives all tokens one hidden class. In Node 20 each object that begins with a spread
  // gets its own.
  return {
    id,
    keyId: textIn(header['kid']) ?? '',
    subject,
    audience,
    clientId,
    enterpriseId,
    test,
    scopes: scopesOf(scope),
    issuedAt: issuedAt(id, iat),
    expiresAt,
    userId: textIn(ofUser['user_id']),
    grantId: textIn(ofUser['gid']),
    authTime: isTime(ofUser['auth_time']) ? ofUser['auth_time'] : undefined,
    level: shownLevel(ofUser),
    keyThumbprint: thumbprintIn(claims['cnf']),
  };
}

/** A remembered browser replaces the second factor: it gives level 2 without the method `mfa`. */
function shownLevel({ acr, amr }: Claims): Level | undefined {
  const level = levelOfAcr(textIn(acr) ?? '');
  return level === 2 && Array.isArray(amr) && !amr.includes('mfa') ? 1 : level;
}

/** RFC 9068, 4: an ID token or another JWT of the same issuer is not an access token. */
const isAccessTokenType = (typ: JsonValue | undefined): boolean =>
  isText(typ) && /^(?:application\/)?at\+jwt$/i.test(typ);

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== '';
const textIn = (value: JsonValue | undefined): string | undefined => (isText(value) ? value : undefined);
const isTime = (value: JsonValue | undefined): value is number => typeof value === 'number' && Number.isFinite(value);

const scopesOf = (scope: JsonValue | undefined): ReadonlySet<string> =>
  new Set(isText(scope) ? scope.split(' ').filter(Boolean) : []);

/**
 * A `cnf` that we cannot check must not turn a bound token into a bearer token. An empty thumbprint matches no proof.
 */
function thumbprintIn(cnf: JsonValue | undefined): string | undefined {
  return cnf === undefined ? undefined : (textIn((cnf as Claims | null)?.['jkt']) ?? '');
}

const TIMED_ID = /^([\da-f]{8})-([\da-f]{4})-7/;

/**
 * Milliseconds, read from the id (UUID version 7). `iat` has whole seconds, so a cut-off would also hit tokens issued
 * later in the same second.
 */
function issuedAt(id: string, iat: number): number {
  const [, high, low] = TIMED_ID.exec(id) ?? [];
  return high && low ? Number.parseInt(high + low, 16) : iat * 1000;
}

export const ISSUER_PATH = '/service/authserver';

/** The issuer of all tokens. It does not depend on the `Host` header. */
export const issuerOf = ({ authUrl }: Pick<Config, 'authUrl'>): string => `${authUrl}${ISSUER_PATH}`;

/** Why a request was refused (RFC 6750, 3.1; RFC 9449, 7.1). */
export type RefusalCode = 'missing' | 'invalid_token' | 'invalid_dpop_proof';

const DPOP = 'DPoP algs="ES256"';

/** Sent to the caller as a challenge. `why` is safe to show: it holds nothing that the caller did not send. */
export class Refused extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly why: string,
  ) {
    super(why);
  }

  /** For `WWW-Authenticate`. A request without a token gets no error code, only the supported schemes. */
  get challenge(): string {
    if (this.code === 'missing') return `Bearer realm="api", ${DPOP}`;
    const error = `error="${this.code}", error_description="${this.why}"`;
    return this.code === 'invalid_dpop_proof' ? `${DPOP}, ${error}` : `Bearer realm="api", ${error}, ${DPOP}, ${error}`;
  }
}
