import type { AuthorizationDetail } from 'oidc-provider';

/**
 * The engine calls these functions although its own feature is off. They copy the authorization details of a code, an
 * approval or a refresh token into the tokens issued from it.
 */
export const richAuthorizationRequests = {
  enabled: false,
  authorizationDetailsForGrantSource: () => undefined,
  authorizationDetailsForAccessToken: (_ctx: unknown, _token: unknown, source?: { rar?: AuthorizationDetail[] }) =>
    source?.rar,
  authorizationDetailsForIntrospection: (_ctx: unknown, token: { rar?: AuthorizationDetail[] }) => token.rar,
} as const;
