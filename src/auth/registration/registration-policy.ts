import { DEVICE_GRANT } from '../client/settings/grant-types.js';
import { isClaimedHttps, isOwnScheme, type GrantType } from '../client/client-profile.js';
import { openidScopes } from '../tokens/token-plan.js';

/**
 * Grant types that a client may register by itself. Only an operator can allow it to ask people on their phone, or to
 * exchange tokens.
 */
export const registrableGrants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_GRANT,
] as const satisfies readonly GrantType[];

/** Scopes that a client may register by itself. None opens the management API or the phone of a user. */
export const registrableScopes = openidScopes;

/** The bounds of a client that registers itself. */
export interface RegistrationPolicy {
  readonly grantTypes: readonly GrantType[];
  readonly scopes: readonly string[];
  readonly apiScopes: readonly string[];
  /** The origins to which users may be sent back. Empty means any that a client of its kind may use. */
  readonly redirectOrigins: readonly string[];
}

/**
 * The part of a redirect URI that shows who receives the redirect: the origin, or the URL scheme of an app. Loopback
 * addresses are taken without their port, so that any port is allowed.
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
