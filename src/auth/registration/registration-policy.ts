import { DEVICE_GRANT } from '../client/settings/grant-types.js';
import { isClaimedHttps, isOwnScheme, type GrantType } from '../client/client-profile.js';
import { openidScopes } from '../tokens/token-plan.js';

/**
 * Grant types that a client may register for itself. Only an operator can allow a client to send requests to users'
 * phones, or to exchange tokens.
 */
export const registrableGrants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_GRANT,
] as const satisfies readonly GrantType[];

/** Scopes that a client may register for itself. None of them gives access to the management API or the mobile API. */
export const registrableScopes = openidScopes;

/** The limits for a client that registers itself. */
export interface RegistrationPolicy {
  readonly grantTypes: readonly GrantType[];
  readonly scopes: readonly string[];
  readonly apiScopes: readonly string[];
  /**
   * The origins to which users may be redirected. If there are none, only the general rules for redirect URIs apply.
   */
  readonly redirectOrigins: readonly string[];
}

/**
 * The part of a redirect URI that identifies the receiver: the origin, or the URL scheme of an app. The port of a
 * loopback address is left out, so that any port is allowed.
 */
function ownerOf(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  if (protocol === 'http:') return `http://${hostname}`;
  return origin === 'null' ? protocol : origin;
}

const LOOPBACK = ['http://127.0.0.1', 'http://[::1]', 'http://localhost'];

/**
 * Whether a policy may name this origin: an https origin, the loopback address without a port, or the scheme of an app.
 */
export function isRedirectOrigin(text: string): boolean {
  if (LOOPBACK.includes(text)) return true;
  if (!URL.canParse(text)) return false;
  return new URL(text).origin === text ? isClaimedHttps(text) : isOwnScheme(text) && new URL(text).protocol === text;
}

export const isRedirectAllowed = ({ redirectOrigins }: RegistrationPolicy, uri: string): boolean =>
  redirectOrigins.length === 0 || (URL.canParse(uri) && redirectOrigins.includes(ownerOf(uri)));
