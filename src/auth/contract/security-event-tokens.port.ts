import type { JsonObject } from '../../shared/kernel/index.js';

/** Signs security event tokens (RFC 8417) as the issuer. */
export abstract class SecurityEventTokens {
  /**
   * A compact JWS signed with RS256; issuer and current time are added. The key is in the authorization server's JWKS.
   */
  abstract sign(claims: JsonObject): Promise<string>;
}
