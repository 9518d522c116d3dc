import type { JsonValue } from '../../kernel/json.js';
import type { Config } from '../../../config.js';

/** What a verified access token says (RFC 9068, and our own claims). */
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
  /** Milliseconds, as cut-offs are. */
  readonly issuedAt: number;
  /** Seconds, as the claim. */
  readonly expiresAt: number;
  /** Of users only: the enterprise's own id, the grant, and when the user last logged in. */
  readonly userId?: string;
  readonly grantId?: string;
  readonly authTime?: number;
  /** The key that a request must prove to hold (RFC 9449). */
  readonly keyThumbprint?: string;
}

export type Claims = Readonly<Record<string, JsonValue | undefined>>;

/** The token that these claims make, or `undefined` when one is missing or of a wrong kind. */
export function readAccessToken(header: Claims, claims: Claims): AccessToken | undefined {
  if (!isAccessTokenType(header['typ'])) return undefined;
  const { jti: id, sub: subject, aud: audience, client_id: clientId, enterprise_id: enterpriseId } = claims;
  const { test, scope, iat, exp: expiresAt } = claims;
  if (!isText(id) || !isText(subject) || !isText(audience) || !isText(clientId) || !isText(enterpriseId))
    return undefined;
  if (typeof test !== 'boolean' || !isTime(iat) || !isTime(expiresAt)) return undefined;
  const keyId = isText(header['kid']) ? header['kid'] : '';
  const common = { id, keyId, subject, audience, clientId, enterpriseId, test, issuedAt: issuedAt(id, iat), expiresAt };
  return { ...common, scopes: scopesOf(scope), ...userOf(claims), ...bindingOf(claims['cnf']) };
}

/** RFC 9068, 4: an ID token or another JWT of the same issuer is no access token. */
const isAccessTokenType = (typ: JsonValue | undefined): boolean =>
  isText(typ) && /^(?:application\/)?at\+jwt$/i.test(typ);

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== '';
const isTime = (value: JsonValue | undefined): value is number => typeof value === 'number' && Number.isFinite(value);

const scopesOf = (scope: JsonValue | undefined): ReadonlySet<string> =>
  new Set(isText(scope) ? scope.split(' ').filter(Boolean) : []);

function userOf({ user_id: userId, gid: grantId, auth_time: authTime }: Claims) {
  if (!isText(userId)) return {};
  return { userId, ...(isText(grantId) && { grantId }), ...(isTime(authTime) && { authTime }) };
}

/** A `cnf` that we cannot check must not make a bearer token of a bound one: no proof will ever match an empty one. */
function bindingOf(cnf: JsonValue | undefined) {
  if (cnf === undefined) return {};
  const thumbprint = (cnf as Claims | null)?.['jkt'];
  return { keyThumbprint: isText(thumbprint) ? thumbprint : '' };
}

const TIMED_ID = /^([\da-f]{8})-([\da-f]{4})-7/;

/**
 * To the millisecond, by the id (UUID version 7): `iat` has whole seconds, and a token of the second in which an earlier
 * one was cut off must not be cut off with it.
 */
function issuedAt(id: string, iat: number): number {
  const [, high, low] = TIMED_ID.exec(id) ?? [];
  return high && low ? Number.parseInt(high + low, 16) : iat * 1000;
}

export const ISSUER_PATH = '/service/authserver';

/** Whatever `Host` says, tokens are issued in this name. */
export const issuerOf = ({ authUrl }: Pick<Config, 'authUrl'>): string => `${authUrl}${ISSUER_PATH}`;

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
