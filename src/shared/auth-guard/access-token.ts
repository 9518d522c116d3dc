import { type JsonValue, type Level, levelOfAcr } from '../kernel/index.js';
import type { Config } from '../../config.js';

/** The claims of a verified access token: the standard ones (RFC 9068), and those that this service adds. */
export interface AccessToken {
  readonly id: string;
  /** The id of the key that signed the token. */
  readonly keyId: string;
  readonly subject: string;
  readonly audience: string;
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly scopes: ReadonlySet<string>;
  /** The time of issue in milliseconds since 1970, like the revocation times that it is compared with. */
  readonly issuedAt: number;
  /** The expiry time in seconds since 1970, as in the claim `exp`. */
  readonly expiresAt: number;
  /** The enterprise's own id for the user. `undefined` if the caller is not a user, like `grantId` and `authTime`. */
  readonly userId: string | undefined;
  readonly grantId: string | undefined;
  readonly authTime: number | undefined;
  /**
   * The authentication level that the user has reached with authentication factors. A remembered browser does not count
   * as a factor (see `shownLevel`).
   */
  readonly level: Level | undefined;
  /** The thumbprint of the key that the caller must prove possession of (RFC 9449). */
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
  // This object must not start with a spread, or V8 (in Node 20) creates a hidden class for each token.
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

/**
 * The authentication level without counting a remembered browser. Level 2 without `mfa` in `amr` was reached with a
 * remembered browser instead of a second factor, so it counts as level 1.
 */
function shownLevel({ acr, amr }: Claims): Level | undefined {
  const level = levelOfAcr(textIn(acr) ?? '');
  return level === 2 && Array.isArray(amr) && !amr.includes('mfa') ? 1 : level;
}

/**
 * Whether the header `typ` marks the JWT as an access token (RFC 9068, 4), and not as an ID token or another JWT of the
 * same issuer.
 */
const isAccessTokenType = (typ: JsonValue | undefined): boolean =>
  isText(typ) && /^(?:application\/)?at\+jwt$/i.test(typ);

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== '';
const textIn = (value: JsonValue | undefined): string | undefined => (isText(value) ? value : undefined);
const isTime = (value: JsonValue | undefined): value is number => typeof value === 'number' && Number.isFinite(value);

const scopesOf = (scope: JsonValue | undefined): ReadonlySet<string> =>
  new Set(isText(scope) ? scope.split(' ').filter(Boolean) : []);

/**
 * The thumbprint in `cnf`. If `cnf` has an unknown form, the result is an empty string, which matches no proof, so the
 * token is refused rather than accepted as a token that is not bound to a key.
 */
function thumbprintIn(cnf: JsonValue | undefined): string | undefined {
  return cnf === undefined ? undefined : (textIn((cnf as Claims | null)?.['jkt']) ?? '');
}

const TIMED_ID = /^([\da-f]{8})-([\da-f]{4})-7/;

/**
 * The time of issue in milliseconds, read from the token's id (UUID version 7). The claim `iat` would be too inexact:
 * it is in whole seconds, so a revocation would also affect tokens issued later in the same second.
 */
function issuedAt(id: string, iat: number): number {
  const [, high, low] = TIMED_ID.exec(id) ?? [];
  return high && low ? Number.parseInt(high + low, 16) : iat * 1000;
}

export const ISSUER_PATH = '/service/authserver';

/** The issuer of all tokens. Must not depend on the `Host` header of the request. */
export const issuerOf = ({ authUrl }: Pick<Config, 'authUrl'>): string => `${authUrl}${ISSUER_PATH}`;

/** The reason for which a token is refused (RFC 6750, 3.1; RFC 9449, 7.1). */
export type RefusalCode = 'missing' | 'invalid_token' | 'invalid_dpop_proof';

const DPOP = 'DPoP algs="ES256"';

/**
 * Thrown to refuse a token. The caller gets the reason as a challenge in the header `WWW-Authenticate`. `why` is safe
 * to send, because the caller already knows everything in it.
 */
export class Refused extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly why: string,
  ) {
    super(why);
  }

  /**
   * The value of `WWW-Authenticate`. If the request had no token, it contains only the supported schemes, and no error
   * code.
   */
  get challenge(): string {
    if (this.code === 'missing') return `Bearer realm="api", ${DPOP}`;
    const error = `error="${this.code}", error_description="${this.why}"`;
    return this.code === 'invalid_dpop_proof' ? `${DPOP}, ${error}` : `Bearer realm="api", ${error}, ${DPOP}, ${error}`;
  }
}
