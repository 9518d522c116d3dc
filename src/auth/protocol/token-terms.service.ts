import { Inject, Injectable } from '@nestjs/common';
import {
  errors,
  type AccessToken,
  type Client as EngineClient,
  type ClientCredentials,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider';
import { CONFIG, type Config } from '../../config.js';
import { Clock, newIdAt } from '../../shared/kernel/index.js';
import { acrOfGrant } from '../sessions/kept-factors.adapter.js';
import { ApiRegistry, type KnownApis } from '../apis/api-registry.service.js';
import type { OwnApi } from '../apis/own-api.entity.js';
import { mappedClaims } from '../apis/mapped-claims.js';
import {
  PlanRefused,
  TokenPlans,
  type AskedFor,
  type TokenPlan,
  type Api,
  type Surface,
} from '../tokens/token-plan.js';
import { approvalOf } from './storage/stored-backchannel-requests.adapter.js';
import { EngineClients } from './engine/engine-clients.service.js';
import type { UserProfile } from '../../users/contract/index.js';

/** The routes on which clients request scopes. On all other routes, the engine takes the scopes from the grant. */
const ASKING_ROUTES = new Set([
  ...['authorization', 'resume', 'pushed_authorization_request', 'backchannel_authentication'],
]);

/** The data that a token exchange copies from the original token to the new one. */
export interface ExchangedToken {
  /** The copied claims, in the format of a JWT. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The expiry of the original token in seconds since 1970. The new token must not outlive it. */
  readonly until: number;
}

/** The data copied from the original token in a token exchange, by request context. */
export const exchangeOf = new WeakMap<KoaContextWithOIDC, ExchangedToken>();

/** Determines the terms of a token: the API that it is for, its scopes, its claims and its lifetime. */
@Injectable()
export class TokenTerms {
  readonly #surfaces: ReadonlyMap<string, string>;
  readonly #plans = new WeakMap<EngineClient, { readonly apis: KnownApis | undefined; readonly plans: TokenPlans }>();
  /** The enterprise's own API that the requested token is for, by request context. */
  readonly #apiOf = new WeakMap<KoaContextWithOIDC, OwnApi>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clients: EngineClients,
    private readonly apis: ApiRegistry,
    private readonly clock: Clock,
  ) {
    this.#surfaces = new Map([
      ['management', config.managementUrl],
      ['mobile', config.mobileUrl],
    ]);
  }

  /** Returns the URL of the API that the requested scopes belong to, for a request that names no resource. */
  async defaultResource(ctx: KoaContextWithOIDC, client: EngineClient): Promise<string | undefined> {
    const { api } = await this.#plan(ctx, client, askedFor(ctx));
    if (api || !ASKING_ROUTES.has(ctx.oidc.route)) return api && this.#urlOf(api);
    // A token with authorization details is a JWT, because APIs read the details from the token.
    const isJwt =
      this.clients.recordOf(client).jwtAccessTokens || ctx.oidc.params?.['authorization_details'] !== undefined;
    return isJwt ? ownResource(client) : undefined;
  }

  async resourceServer(ctx: KoaContextWithOIDC, resource: string, client: EngineClient): Promise<ResourceServer> {
    if (resource === ownResource(client)) return this.#identityToken(ctx, client);
    const surface = this.#surfaceAt(resource);
    const own = surface ? undefined : (await this.#apisOf(client))?.at(resource);
    const api = surface ?? own?.resource;
    const scope = api === undefined ? '' : (await this.#plansOf(client)).scopeAt(api);
    if (api === undefined || (own && scope === '')) throw new errors.InvalidTarget('no API has this address');
    if (ASKING_ROUTES.has(ctx.oidc.route) || askedFor(ctx) === 'client') await this.#demandFor(api, ctx, client);
    if (own) this.#apiOf.set(ctx, own);
    return {
      scope,
      audience: this.#urlOf(api),
      accessTokenFormat: own?.accessTokenFormat ?? 'jwt',
      accessTokenTTL: own?.accessTokenTtl ?? this.accessTokenSeconds(client, askedFor(ctx)),
      ...(own?.accessTokenFormat !== 'opaque' && { jwt: { sign: { alg: own?.signingAlg ?? 'ES256' } } }),
    };
  }

  /**
   * The terms of a JWT access token that only identifies the user. These terms contain no scope: the method `jwt` later
   * adds the scopes of the ID token.
   */
  async #identityToken(ctx: KoaContextWithOIDC, client: EngineClient): Promise<ResourceServer> {
    if (ASKING_ROUTES.has(ctx.oidc.route)) await this.#plan(ctx, client, 'user');
    const { clientId, accessTokenAudience } = this.clients.recordOf(client);
    return {
      scope: '',
      audience: accessTokenAudience ?? clientId,
      accessTokenFormat: 'jwt',
      accessTokenTTL: this.accessTokenSeconds(client, 'user'),
      jwt: { sign: { alg: 'ES256' } },
    };
  }

  accessTokenSeconds(client: EngineClient, whose: AskedFor): number {
    const own = this.clients.recordOf(client).accessTokenTtl;
    return own ?? (whose === 'client' ? this.config.clientTokenTtl : this.config.accessTokenTtl);
  }

  /** Returns the claims that the service adds to the engine's own claims in a stored (opaque) token. */
  claims(ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials): Record<string, unknown> | undefined {
    const isJwt = token.resourceServer?.accessTokenFormat === 'jwt';
    // In a JWT, the method `jwt` adds these claims, at a fraction of the cost.
    return isJwt ? undefined : this.#claims(ctx, token);
  }

  /**
   * Completes a JWT: its scopes, its claims and its id. The id contains the time of issue in milliseconds, because all
   * tokens issued before a certain time (a cut-off) can be revoked together. Both times come from the clock of the
   * database: a token dated by a process whose clock runs ahead would escape a later revocation.
   */
  readonly jwt = (
    ctx: KoaContextWithOIDC,
    token: AccessToken | ClientCredentials,
    { payload }: { payload: { iat?: number; exp?: number; scope?: string } },
  ): void => {
    if (token.kind === 'AccessToken') token.scope = payload.scope = withIdentity(ctx, token.scope);
    const issued = this.clock.now().getTime();
    const [iat, lifetime] = [Math.floor(issued / 1000), (payload.exp ?? 0) - (payload.iat ?? 0)];
    Object.assign(payload, this.#claims(ctx, token), {
      ...{ jti: newIdAt(issued), iat },
      exp: Math.min(iat + lifetime, exchangeOf.get(ctx)?.until ?? Infinity),
    });
  };

  #claims(ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials): Record<string, unknown> {
    const { enterpriseId, test } = this.clients.recordOf(ctx.oidc.entities.Client as EngineClient);
    const common = { enterprise_id: enterpriseId, test };
    const exchanged = exchangeOf.get(ctx);
    const user = ctx.oidc.entities.Account?.['profile'] as UserProfile | undefined;
    if (exchanged) return { ...this.#mapped(ctx, user), ...common, ...exchanged.claims };
    if (token.kind !== 'AccessToken') return common;
    const { Account: account, Grant: grant, RefreshToken: refresh } = ctx.oidc.entities;
    const from = sourceIn(ctx) ?? refresh;
    const approval = approvalOf(grant);
    const authenticationClaims = from && { auth_time: from.authTime, acr: acrOfGrant(from), amr: from.amr };
    const mapped = this.#mapped(ctx, user);
    const ours = {
      user_id: account?.['userId'],
      gid: token.grantId,
      ...authenticationClaims,
      ...(approval && { approval }),
    };
    return { ...mapped, ...common, ...ours };
  }

  #mapped(ctx: KoaContextWithOIDC, user: UserProfile | undefined): Record<string, unknown> {
    const api = this.#apiOf.get(ctx);
    return api && user ? mappedClaims(api.claims, user) : {};
  }

  async #demandFor(api: Api, ctx: KoaContextWithOIDC, client: EngineClient): Promise<void> {
    const plan = await this.#plan(ctx, client, askedFor(ctx), api);
    if (plan.api !== api) throw new errors.InvalidScope('the scopes are not of this API', plan.scope);
  }

  async #plan(
    { oidc: { params, route } }: KoaContextWithOIDC,
    client: EngineClient,
    whose: AskedFor,
    named?: Api,
  ): Promise<TokenPlan> {
    const asked = typeof params?.['scope'] === 'string' ? params['scope'] : '';
    if (asked.trim() === '' && ASKING_ROUTES.has(route))
      throw new errors.InvalidScope('name at least one scope', asked);
    try {
      const plan = (await this.#plansOf(client)).for(asked, whose, named);
      // Replaces the requested scopes with those that the token will have.
      // If the client requested no scope, the token has the client's default scopes.
      if (params && plan.scope !== '') params['scope'] = plan.scope;
      return plan;
    } catch (error) {
      throw error instanceof PlanRefused ? new errors.InvalidScope(error.why, error.scope ?? asked) : error;
    }
  }

  async #plansOf(client: EngineClient): Promise<TokenPlans> {
    const apis = await this.#apisOf(client);
    const known = this.#plans.get(client);
    if (known && known.apis === apis) return known.plans;
    const { scopes, apiScopes } = this.clients.recordOf(client);
    const plans = new TokenPlans(scopes, apis?.held(apiScopes));
    this.#plans.set(client, { apis, plans });
    return plans;
  }

  /**
   * Returns the APIs of the client's enterprise. If the client holds no scope of these APIs, returns undefined without
   * a query.
   */
  async #apisOf(client: EngineClient): Promise<KnownApis | undefined> {
    const { apiScopes, tenant } = this.clients.recordOf(client);
    return apiScopes.length === 0 ? undefined : this.apis.of(tenant);
  }

  /** Returns which API of this service (management or mobile) has this URL. A trailing slash makes no difference. */
  #surfaceAt(resource: string): Surface | undefined {
    const plain = resource.replace(/\/$/, '');
    return (['management', 'mobile'] as const).find((api) => this.#surfaces.get(api) === plain);
  }

  #urlOf(api: Api): string {
    return this.#surfaces.get(api) ?? api;
  }
}

/**
 * The resource URI by which the engine identifies tokens that are for no API. The audience of such a token is the
 * client itself, or another client that is configured as the audience.
 */
const ownResource = ({ clientId }: EngineClient): string => `urn:countersign:client:${clientId}`;

/** The authorization code, device code or approved request for which the first tokens of a grant are issued. */
const sourceIn = ({ oidc: { entities } }: Pick<KoaContextWithOIDC, 'oidc'>) =>
  entities.AuthorizationCode ?? entities.BackchannelAuthenticationRequest ?? entities.DeviceCode;

/** The scopes of a token for an API, plus those of the ID token issued with it, which give access to userinfo. */
function withIdentity({ oidc }: KoaContextWithOIDC, scope: string | undefined): string {
  const { RefreshToken: refresh, Grant: grant } = oidc.entities;
  const source = oidc.params?.['scope']
    ? [...oidc.requestParamScopes].join(' ')
    : (sourceIn({ oidc }) ?? refresh)?.scope;
  const granted = new Set((source ?? '').split(' ').filter(Boolean));
  return [grant?.getOIDCScopeFiltered(granted), scope].filter(Boolean).join(' ');
}

const askedFor = ({ oidc }: KoaContextWithOIDC): AskedFor =>
  oidc.params?.['grant_type'] === 'client_credentials' ? 'client' : 'user';
