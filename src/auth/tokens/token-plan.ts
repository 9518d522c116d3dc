/** Scopes that control userinfo and the claims in the ID token. */
export const openidScopes = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'] as const;

/** Scopes that an enterprise's servers use at the management API. */
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
  'ssf.read',
  'ssf.manage',
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

/** Scopes that a user's device uses at the mobile API. */
export const mobileScopes = ['notifications'] as const;

/** The scope value with which a client requests all the enterprise scopes that it holds. */
export const ALL = 'all';

export const userScopes: readonly string[] = [...openidScopes, ...mobileScopes];
export const knownScopes: readonly string[] = [...userScopes, ...enterpriseScopes];

/** The format of scope names in an enterprise's own API. */
export const SCOPE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,63}$/;

/** A scope of an enterprise's own API that a client holds. */
export interface OwnScope {
  /** The resource URL of the API. */
  readonly api: string;
  readonly audience: 'user' | 'service';
}

export type OwnScopes = ReadonlyMap<string, OwnScope>;
const NONE: OwnScopes = new Map();

/** The APIs of this service that accept access tokens. */
export type Surface = 'management' | 'mobile';
/** One of the APIs of this service (`Surface`), or the resource URL of an enterprise's own API. */
export type Api = string;

const surfaceOf = new Map<string, Surface>([
  ...enterpriseScopes.map((scope) => [scope, 'management'] as const),
  ...mobileScopes.map((scope) => [scope, 'mobile'] as const),
]);

const apiOf = (scope: string, own: OwnScopes): Api | undefined => surfaceOf.get(scope) ?? own.get(scope)?.api;

/** The APIs that these scopes are for. The scopes of OpenID Connect belong to no API. */
export function apisOf(scopes: Iterable<string>, own = NONE): Api[] {
  const apis = [...scopes].map((scope) => apiOf(scope, own)).filter((api) => api !== undefined);
  return [...new Set(apis)];
}

export const isEnterpriseScope = (scope: string): boolean => surfaceOf.get(scope) === 'management';

/** Who asks for a token: a client on its own behalf, or a client on behalf of a user. */
export type AskedFor = 'client' | 'user';

/** The API and the scopes of a token. Without an API, the token is for userinfo only. */
export interface TokenPlan {
  readonly api: Api | undefined;
  readonly scopes: readonly string[];
  /** The scopes, joined by spaces as in OAuth. */
  readonly scope: string;
}

/** A refused token request. Its error code is `invalid_scope` (RFC 6749, 5.2). */
export class PlanRefused extends Error {
  constructor(
    readonly why: string,
    readonly scope?: string,
  ) {
    super(why);
  }
}

/** The scopes that a client holds: scopes of this service, and scopes of its enterprise's own APIs. */
export interface HeldScopes {
  readonly ours: readonly string[];
  readonly own: OwnScopes;
}

/**
 * Determines the API and the scopes of a token from the requested scopes and those that the client holds. `named` is
 * the API that the request names.
 */
export function planToken(asked: readonly string[], held: HeldScopes, askedFor: AskedFor, named?: Api): TokenPlan {
  const { ours, own } = held;
  const scopes = askedFor === 'client' ? expanded(asked, held, named) : open(asked, held);
  const [api, another] = apisOf(scopes, own);
  const refused = scopes.find((scope) => !own.has(scope) && !(knownScopes.includes(scope) && ours.includes(scope)));
  const isForServices = (scope: string) => isEnterpriseScope(scope) || own.get(scope)?.audience === 'service';
  const misplaced = scopes.find((scope) => isForServices(scope) !== (askedFor === 'client'));
  if (refused !== undefined) throw new PlanRefused('The client does not hold this scope', refused);
  if (misplaced !== undefined) throw new PlanRefused(MISPLACED[askedFor], misplaced);
  if (another) throw new PlanRefused('The scopes are of two APIs: ask for a token for each');
  if (askedFor === 'client' && !api) throw new PlanRefused('The client holds no scopes of a server');
  return { api, scopes, scope: scopes.join(' ') };
}

const MISPLACED: Readonly<Record<AskedFor, string>> = {
  client: 'This scope is for users: it is granted at the authorization endpoint',
  user: 'This scope is for servers: it is granted by client_credentials',
};

/**
 * The scopes of a sign-in. Scopes that are unknown, or that the client does not hold, are dropped as long as one scope
 * remains (RFC 6749, 3.3). Two kinds are not dropped, so that the request is refused if the client does not hold them:
 * `openid`, because without it the sign-in would have no ID token, and the scopes of the management API.
 */
function open(asked: readonly string[], { ours, own }: HeldScopes): readonly string[] {
  const isHeld = (scope: string) => ours.includes(scope) || own.has(scope);
  const left = asked.filter(
    (scope) => isHeld(scope) || (!droppable.has(scope) && knownScopes.includes(scope)) || scope === ALL,
  );
  return left.length > 0 ? left : asked;
}

const droppable = new Set(userScopes.filter((scope) => scope !== 'openid'));

/**
 * The scopes of a token that a client requests on its own behalf. If the client names no scope, it gets by default all
 * the scopes that it holds for the API (RFC 6749, 3.3).
 */
function expanded(asked: readonly string[], { ours, own }: HeldScopes, named?: Api): readonly string[] {
  if (asked.length > 0 && !asked.includes(ALL)) return asked;
  const ofSurface = ours.filter(isEnterpriseScope);
  const isDefault = ofSurface.length > 0 || asked.length > 0;
  if (named === 'management' || (named === undefined && isDefault)) return ofSurface;
  return [...own.entries()]
    .filter(([, { api, audience }]) => audience === 'service' && (named === undefined || api === named))
    .map(([scope]) => scope);
}

/**
 * Determines the API and the scopes of each token of one client. Caches the last result, because most clients repeat
 * the same request.
 */
export class TokenPlans {
  readonly #ofApi = new Map<Api, string>();
  #last:
    | { readonly asked: string; readonly askedFor: AskedFor; readonly named?: Api; readonly plan: TokenPlan }
    | undefined;

  constructor(
    readonly ours: readonly string[],
    readonly own = NONE,
  ) {}

  for(asked: string, askedFor: AskedFor, named?: Api): TokenPlan {
    const last = this.#last;
    if (last?.asked === asked && last.askedFor === askedFor && last.named === named) return last.plan;
    const plan = planToken(asked.split(' ').filter(Boolean), this, askedFor, named);
    this.#last = { asked, askedFor, ...(named !== undefined && { named }), plan };
    return plan;
  }

  /** Returns all scopes for this API that the client holds. */
  scopeAt(api: Api): string {
    const known = this.#ofApi.get(api);
    if (known !== undefined) return known;
    const held = [...this.ours, ...this.own.keys()];
    const scope = held.filter((one) => apiOf(one, this.own) === api).join(' ');
    this.#ofApi.set(api, scope);
    return scope;
  }
}
