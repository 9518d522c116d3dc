import { Inject, Injectable } from '@nestjs/common';
import { decodeJwt, type JWTPayload } from 'jose';
import type { AccessToken as EngineToken, Client as EngineClient, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { CONFIG, type Config } from '../../config.js';
import { type AccessToken, Refused, RevokedTokens, TokenVerifier } from '../../shared/auth-guard/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { ApiRegistry } from '../apis/api-registry.service.js';
import type { Client } from '../client/client.entity.js';
import { IntrospectionPolicy } from './introspection-policy.service.js';
import { everyClaim } from './engine/requested-claims.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { TokenRevocation } from '../tokens/token-revocation.service.js';

/** The token claims that introspection returns. */
const INTROSPECTED_CLAIMS = [
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'client_id', 'scope', 'cnf'],
  ...['enterprise_id', 'test', 'user_id', 'gid', 'auth_time', 'acr', 'amr', 'approval', 'authorization_details', 'act'],
];

/**
 * Introspection (RFC 7662) and revocation (RFC 7009) of our JWTs. The engine authenticates the caller and validates the
 * request, but does not support structured tokens, so this class creates the response.
 */
@Injectable()
export class StructuredTokens {
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly voids: RevokedTokens,
    private readonly registry: ClientRegistry,
    private readonly ending: TokenRevocation,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly policy: IntrospectionPolicy,
    private readonly apis: ApiRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  readonly answer = async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const refused = ctx.body as { error?: string } | undefined;
    if (refused?.error !== 'unsupported_token_type') return;
    const caller = ctx.oidc.entities.Client as EngineClient;
    const raw = String(ctx.oidc.params?.['token']);
    ctx.status = 200;
    if (ctx.oidc.route === 'introspection') await answerIntrospection(ctx, await this.#introspected(raw, caller));
    else await this.#revoke(ctx, raw, caller);
  };

  /** Makes userinfo accept users' JWTs with the scope `openid`. The engine itself only looks for stored tokens. */
  install({ AccessToken: Stored, Client }: Provider): void {
    const find = Stored.find.bind(Stored) as (id: string, options?: object) => Promise<EngineToken | undefined>;
    const ofUser = async (raw: string): Promise<EngineToken | undefined> => {
      const token = await this.valid(raw);
      const client = token && (await Client.find(token.clientId));
      if (!client || token.userId === undefined || token.keyThumbprint === '') return undefined;
      const { subject: accountId, grantId = '', keyThumbprint: jkt, expiresAt: exp } = token;
      const scope = [...token.scopes].join(' ');
      const claims = { userinfo: everyClaim };
      return Object.assign(new Stored({ client, accountId, grantId, scope, claims, gty: 'authorization_code' }), {
        jkt,
        exp,
      });
    };
    Object.assign(Stored, {
      find: (id: string, options?: object) => (id.includes('.') ? ofUser(id) : find(id, options)),
    });
  }

  async #introspected(raw: string, caller: EngineClient): Promise<JWTPayload> {
    const token = await this.valid(raw);
    const asker = (await this.registry.find(caller.clientId))?.record;
    // A caller without permission gets the same response as for an inactive token (RFC 7662, 4).
    const about = token && { ...token, ofUser: token.userId !== undefined };
    if (!about || !asker || !(await this.policy.allows(asker, about, token.audience))) return { active: false };
    const payload = decodeJwt(raw);
    const claimNames = [...INTROSPECTED_CLAIMS, ...(await this.#mappedNames(asker, token))];
    const claims = Object.fromEntries(claimNames.map((name) => [name, payload[name]]));
    return { active: true, token_type: token.keyThumbprint === undefined ? 'Bearer' : 'DPoP', ...claims };
  }

  /** Returns the names of the claims that are added to the token by the claim mapping of its API. */
  async #mappedNames({ tenant }: Client, { audience, enterpriseId, test }: AccessToken): Promise<string[]> {
    const isSurface = [this.config.managementUrl, this.config.mobileUrl].includes(audience);
    if (isSurface || tenant.enterpriseId !== enterpriseId || tenant.test !== test) return [];
    return Object.keys((await this.apis.of(tenant)).at(audience)?.claims ?? {});
  }

  async #revoke(ctx: KoaContextWithOIDC, raw: string, caller: EngineClient): Promise<void> {
    ctx.body = '';
    const token = await this.valid(raw);
    // An invalid token needs no revocation.
    if (!token) return;
    if (token.clientId !== caller.clientId) {
      ctx.status = 400;
      ctx.body = {
        error: 'invalid_request',
        error_description: 'client is not authorized to revoke the presented token',
      };
      return;
    }
    await this.uow.run(async (tx) => {
      await this.ending.deny(tx, token);
      const { id, clientId, enterpriseId, test } = token;
      const tenant = Tenant.of(enterpriseId, test);
      tx.pending.audit.push({ kind: 'auth.token-revoked', tenant, details: { clientId, jti: id } });
    });
  }

  /** Returns the token if it is a JWT of ours that has neither expired nor been revoked. */
  async valid(raw: string): Promise<AccessToken | undefined> {
    try {
      const token = await this.verifier.verify(raw);
      const expired = this.clock.now().getTime() / 1000 >= token.expiresAt;
      if (expired || this.voids.refusalOf(token) || !(await this.registry.find(token.clientId))) return undefined;
      return token;
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }
}

const SIGNED = 'application/token-introspection+jwt';

/**
 * Sends the introspection response: as a signed JWT if the caller accepts nothing else (RFC 9701), otherwise as JSON.
 * The engine does the same for the tokens that it stores.
 */
async function answerIntrospection(ctx: KoaContextWithOIDC, told: JWTPayload): Promise<void> {
  ctx.body = told;
  if (ctx.accepts('json', SIGNED) !== SIGNED) return;
  const token = new ctx.oidc.provider.IdToken({}, { ctx });
  Object.assign(token, { extra: { token_introspection: told } });
  ctx.body = await token.issue({ use: 'introspection' });
  ctx.type = `${SIGNED}; charset=utf-8`;
}
