/** Scopes for userinfo and the ID token. */
export const openidScopes = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'] as const;

/** Scopes of enterprise servers at the management API. */
export const enterpriseScopes = [
  'users:read',
  'users:contact',
  'users:write',
  'users:remove',
  'idv:read',
  'idv:write',
  'idv:review',
  'idv:evidence',
  'notifications:read',
  'notifications:evidence',
  'notifications:write',
  'clients:read',
  'clients:secure',
  'clients:write',
  'webhooks:read',
  'webhooks:replay',
  'webhooks:write',
  'figures:read',
  'audit:read',
  'operators:read',
  'operators:owners',
  'operators:write',
  'enterprises:read',
  'enterprises:write',
  'system:read',
  'system:write',
] as const;

/** Scopes of a user's device at the mobile surface. */
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

const isOfApi = (scope: string, api: Api): boolean => apiOf.get(scope) === api;

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

/** Who asks for a token: a client for itself, or for a user at the authorization endpoint. */
export type AskedFor = 'client' | 'user';

/** API and scopes of a token. Without an API the token is for userinfo only. */
export interface TokenPlan {
  readonly api: Api | undefined;
  readonly scopes: readonly string[];
  /** The same, as the protocol writes them. */
  readonly scope: string;
}

/** RFC 6749, 5.2, and RFC 8707, 2. */
export class PlanRefused extends Error {
  constructor(
    readonly error: 'invalid_scope' | 'invalid_target',
    readonly why: string,
    readonly scope?: string,
  ) {
    super(why);
  }
}

/** Decides API and scopes of a token from those asked for and those that the client holds. */
export function planToken(asked: readonly string[], held: readonly string[], askedFor: AskedFor): TokenPlan {
  const scopes = askedFor === 'client' ? expanded(asked, held) : open(asked, held);
  const [api, another] = apisOf(scopes);
  const refused = scopes.find((scope) => !knownScopes.includes(scope) || !held.includes(scope));
  const misplaced = scopes.find((scope) => isEnterpriseScope(scope) !== (askedFor === 'client'));
  if (refused !== undefined) throw new PlanRefused('invalid_scope', 'The client does not hold this scope', refused);
  if (misplaced !== undefined) throw new PlanRefused('invalid_scope', MISPLACED[askedFor], misplaced);
  if (another) throw new PlanRefused('invalid_scope', 'The scopes are of two surfaces: ask for a token for each');
  if (askedFor === 'client' && !api) throw new PlanRefused('invalid_scope', 'The client holds no scopes of a server');
  return { api, scopes, scope: scopes.join(' ') };
}

const MISPLACED: Readonly<Record<AskedFor, string>> = {
  client: 'This scope is for users: it is granted at the authorization endpoint',
  user: 'This scope is for servers: it is granted by client_credentials',
};

/**
 * RFC 6749, 3.3: scopes that nobody knows, or that the client does not hold, may be ignored as long as something is
 * left. Without `openid` a sign-in would lack its ID token, so that scope is refused, and so are those of servers.
 */
function open(asked: readonly string[], held: readonly string[]): readonly string[] {
  const left = asked.filter(
    (scope) => held.includes(scope) || (!droppable.has(scope) && knownScopes.includes(scope)) || scope === ALL,
  );
  return left.length > 0 ? left : asked;
}

const droppable = new Set(userScopes.filter((scope) => scope !== 'openid'));

/** RFC 6749, 3.3: a client that names no scope gets a default, which is all that it holds. */
const expanded = (asked: readonly string[], held: readonly string[]): readonly string[] =>
  asked.length === 0 || asked.includes(ALL) ? held.filter(isEnterpriseScope) : asked;

/** The plans of one client. What it has asked for last, it mostly asks for again. */
export class TokenPlans {
  readonly #ofApi = new Map<Api, string>();
  #last: { readonly asked: string; readonly askedFor: AskedFor; readonly plan: TokenPlan } | undefined;

  constructor(private readonly held: readonly string[]) {}

  for(asked: string, askedFor: AskedFor): TokenPlan {
    if (this.#last?.asked === asked && this.#last.askedFor === askedFor) return this.#last.plan;
    const plan = planToken(asked.split(' ').filter(Boolean), this.held, askedFor);
    this.#last = { asked, askedFor, plan };
    return plan;
  }

  /** All that the client may ever ask for there. */
  scopeAt(api: Api): string {
    const known = this.#ofApi.get(api);
    if (known !== undefined) return known;
    const scope = this.held.filter((held) => isOfApi(held, api)).join(' ');
    this.#ofApi.set(api, scope);
    return scope;
  }
}
