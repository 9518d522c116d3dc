import { errors, type KoaContextWithOIDC, type UnknownObject } from 'oidc-provider';

/** How far clocks may be apart, for what clients sign. */
export const CLOCK_TOLERANCE_SECONDS = 15;
/** Each is remembered until it expires, lest it be used twice: for ever is too long. */
const LONGEST_SECONDS = 3_600;

/**
 * What RFC 7523, 3, leaves to the authorization server, of an assertion by which a client authenticates. One that names
 * further audiences could be brought here by any of those.
 */
export function demandSoundAssertion(_ctx: KoaContextWithOIDC, { exp, iat, aud }: UnknownObject): void {
  const now = Date.now() / 1000;
  if (Number(exp) > now + LONGEST_SECONDS) throw new errors.InvalidClientAuth('exp is more than an hour away');
  if (Number(iat) > now + CLOCK_TOLERANCE_SECONDS) throw new errors.InvalidClientAuth('iat is in the future');
  if (Array.isArray(aud) && aud.length > 1) throw new errors.InvalidClientAuth('there is more than one audience');
}
