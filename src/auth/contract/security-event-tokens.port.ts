import type { JsonObject } from '../../shared/kernel/index.js';

/** Signs security event tokens (RFC 8417) in the name of the issuer. */
export abstract class SecurityEventTokens {
  /** A compact JWS of RS256, with the issuer and the present time. The key is in the JWKS of the authorization server. */
  abstract sign(claims: JsonObject): Promise<string>;
}
