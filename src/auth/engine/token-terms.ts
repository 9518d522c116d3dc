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
import { newId } from '../../shared/kernel/ids.js';
import { PlanRefused, planToken, type AskedFor, type TokenPlan } from '../domain/token-plan.js';
import { isOfApi, type Api } from '../domain/scopes.js';
import { EngineClients } from './engine-clients.js';

/** Where scopes are asked for. Everywhere else the engine has them from what was granted. */
const ASKING_ROUTES = new Set(['authorization', 'resume', 'pushed_authorization_request']);

/** On what terms a token is issued: for which surface, with which scopes and claims, and for how long. */
@Injectable()
export class TokenTerms {
  readonly #urlOf: Readonly<Record<Api, string>>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clients: EngineClients,
  ) {
    this.#urlOf = { management: config.managementUrl, mobile: config.mobileUrl };
  }

  /** The surface that the scopes are for, when the request does not name it. */
  defaultResource(ctx: KoaContextWithOIDC, client: EngineClient): string | undefined {
    const { api } = this.#plan(ctx, client, askedFor(ctx));
    return api && this.#urlOf[api];
  }

  resourceServer(ctx: KoaContextWithOIDC, resource: string, client: EngineClient): ResourceServer {
    const api = this.#apiAt(resource);
    if (!api) throw new errors.InvalidTarget('no surface has this address');
    if (ASKING_ROUTES.has(ctx.oidc.route) || askedFor(ctx) === 'client') this.#demandFor(api, ctx, client);
    const held = this.clients.recordOf(client).scopes;
    return {
      scope: held.filter((scope) => isOfApi(scope, api)).join(' '),
      audience: this.#urlOf[api],
      accessTokenFormat: 'jwt',
      accessTokenTTL: this.accessTokenSeconds(client, askedFor(ctx)),
      jwt: { sign: { alg: 'ES256' } },
    };
  }

  accessTokenSeconds(client: EngineClient, whose: AskedFor): number {
    const own = this.clients.recordOf(client).accessTokenTtl;
    return own ?? (whose === 'client' ? this.config.clientTokenTtl : this.config.accessTokenTtl);
  }

  /** What every token says of whose it is, whether it is a JWT or kept by us. */
  claims(ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials): Record<string, unknown> {
    const { enterpriseId, test } = this.clients.recordOf(ctx.oidc.entities.Client as EngineClient);
    const common = { enterprise_id: enterpriseId, test };
    if (token.kind !== 'AccessToken') return common;
    const { AuthorizationCode: code, RefreshToken: refresh, Account: account } = ctx.oidc.entities;
    return { ...common, user_id: account?.['userId'], gid: token.grantId, auth_time: (code ?? refresh)?.authTime };
  }

  /** Ids that tell when they were made, to the millisecond: cut-offs go by it. */
  readonly jwt = (_ctx: KoaContextWithOIDC, _token: unknown, jwt: { payload: Record<string, unknown> }): void => {
    jwt.payload['jti'] = newId();
  };

  #demandFor(api: Api, ctx: KoaContextWithOIDC, client: EngineClient): void {
    const plan = this.#plan(ctx, client, askedFor(ctx));
    if (plan.api !== api) throw new errors.InvalidScope('the scopes are not of this surface', plan.scopes.join(' '));
  }

  #plan(ctx: KoaContextWithOIDC, client: EngineClient, whose: AskedFor): TokenPlan {
    const { scope } = ctx.oidc.params ?? {};
    const asked = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
    try {
      const plan = planToken(asked, this.clients.recordOf(client).scopes, whose);
      if (ctx.oidc.params && plan.scopes !== asked) ctx.oidc.params['scope'] = plan.scopes.join(' ');
      return plan;
    } catch (error) {
      throw error instanceof PlanRefused ? new errors.InvalidScope(error.why, error.scope ?? asked.join(' ')) : error;
    }
  }

  /** Addresses without a path are the same with and without the slash. */
  #apiAt(resource: string): Api | undefined {
    const plain = resource.replace(/\/$/, '');
    return (['management', 'mobile'] as const).find((api) => this.#urlOf[api] === plain);
  }
}

const askedFor = ({ oidc }: KoaContextWithOIDC): AskedFor =>
  oidc.params?.['grant_type'] === 'client_credentials' ? 'client' : 'user';
