import type { AuthorizationDetail } from 'oidc-provider';

/**
 * The engine calls these functions although its feature is off: the details of a code, of an approval and of a refresh
 * token stay in tokens.
 */
export const richAuthorizationRequests = {
  enabled: false,
  authorizationDetailsForGrantSource: () => undefined,
  authorizationDetailsForAccessToken: (_ctx: unknown, _token: unknown, source?: { rar?: AuthorizationDetail[] }) =>
    source?.rar,
  authorizationDetailsForIntrospection: (_ctx: unknown, token: { rar?: AuthorizationDetail[] }) => token.rar,
} as const;
