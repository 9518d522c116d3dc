/** What a user's token may say, for userinfo and the ID token. */
export const openidScopes = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const;

/** What enterprise servers may do at the management API. */
export const enterpriseScopes = [
  'users:read',
  'users:write',
  'idv:read',
  'idv:write',
  'idv:review',
  'notifications:read',
  'notifications:write',
  'clients:read',
  'clients:write',
  'webhooks:read',
  'webhooks:write',
  'audit:read',
  'enterprises:read',
  'enterprises:write',
] as const;

/** What a user's device may do at the mobile surface. */
export const mobileScopes = ['notifications'] as const;

/** Stands for every enterprise scope that the client holds. */
export const ALL = 'all';

export const userScopes: readonly string[] = [...openidScopes, ...mobileScopes];
export const knownScopes: readonly string[] = [...userScopes, ...enterpriseScopes];

/** The surfaces that take access tokens, by their names. */
export type Api = 'management' | 'mobile';

const apiOf = new Map<string, Api>([
  ...enterpriseScopes.map((scope) => [scope, 'management'] as const),
  ...mobileScopes.map((scope) => [scope, 'mobile'] as const),
]);

export const isOfApi = (scope: string, api: Api): boolean => apiOf.get(scope) === api;

/** The surfaces that these scopes are for; none for those of openid. */
export function apisOf(scopes: Iterable<string>): Api[] {
  const apis: Api[] = [];
  for (const scope of scopes) {
    const api = apiOf.get(scope);
    if (api && !apis.includes(api)) apis.push(api);
  }
  return apis;
}

export const isEnterpriseScope = (scope: string): boolean => isOfApi(scope, 'management');
