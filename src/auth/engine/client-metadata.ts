import type { AllClientMetadata } from 'oidc-provider';
import type { Client } from '../entities/client.entity.js';

/**
 * A client in the engine's words. Scopes are not among them: our own plan of a token checks them. The engine wants to see
 * a secret where one is used; it compares none itself, and signs with none, since no HMAC algorithm is enabled.
 */
export function metadataOf(client: Client): AllClientMetadata {
  const asksUsers = client.grantTypes.includes('authorization_code');
  return {
    client_id: client.clientId,
    client_name: client.clientName,
    application_type: client.applicationType,
    grant_types: client.grantTypes,
    response_types: asksUsers ? ['code'] : [],
    response_modes: ['query', 'form_post'],
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    token_endpoint_auth_method: client.authMethod,
    ...(client.usesSecret && { client_secret: 'kept as a hash' }),
    ...(client.jwks && { jwks: client.jwks }),
    ...(client.logoUri && { logo_uri: client.logoUri }),
    ...(client.backchannelLogoutUri && { backchannel_logout_uri: client.backchannelLogoutUri }),
    backchannel_logout_session_required: client.backchannelLogoutUri !== null,
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
  };
}
