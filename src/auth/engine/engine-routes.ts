/** Where the engine answers, below the issuer. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
  introspection: '/oauth/introspect',
  revocation: '/oauth/revoke',
  pushed_authorization_request: '/oauth/par',
  end_session: '/oauth/logout',
} as const;

export const DISCOVERY = '/.well-known/openid-configuration';

const fixed = new Set<string>([
  ...Object.values(routes),
  DISCOVERY,
  `${routes.end_session}/confirm`,
  `${routes.end_session}/success`,
]);
const resumed = new RegExp(`^${routes.authorization}/[\\w-]{1,64}$`);

/** Letter by letter: the engine would also take capitals, and a slash at the end. */
export const isEngineRoute = (path: string): boolean => fixed.has(path) || resumed.test(path);
