import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import validateDpop, { checkDpopReplay } from 'oidc-provider/lib/helpers/validate_dpop.js';
import { AuditLog } from '../../../audit/contract/index.js';
import type { AccessToken } from '../../../shared/auth-guard/index.js';
import { Clock } from '../../../shared/kernel/index.js';
import { ApiRegistry, type KnownApis } from '../../apis/api-registry.service.js';
import type { OwnApi } from '../../apis/own-api.entity.js';
import type { Client } from '../../client/client.entity.js';
import { EXCHANGE_GRANT } from '../../client/settings/grant-types.js';
import { EngineClients } from '../engine/engine-clients.service.js';
import { StructuredTokens } from '../structured-tokens.service.js';
import { Accounts } from '../accounts.service.js';
import { TokenTerms, exchangeOf } from '../token-terms.service.js';
import { actorAfter, exchangedScopes } from './exchanged-token.js';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const PARAMETERS = [
  ...['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'requested_token_type'],
  ...['audience', 'resource', 'scope'],
] as const;
type Parameters = Readonly<Partial<Record<(typeof PARAMETERS)[number], string>>>;

/** The claims that a token exchange copies from the original token to the new one. */
const CARRIED = ['user_id', 'gid', 'auth_time', 'acr', 'amr'];

/**
 * Token exchange (RFC 8693): the client of an API exchanges the token of its caller for a token for another API. The
 * new token always names the client as the actor.
 */
@Injectable()
export class TokenExchange {
  constructor(
    private readonly terms: TokenTerms,
    private readonly tokens: StructuredTokens,
    private readonly apis: ApiRegistry,
    private readonly clients: EngineClients,
    private readonly accounts: Accounts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  install(provider: Provider): void {
    provider.registerGrantType(EXCHANGE_GRANT, (ctx) => this.#exchange(provider, ctx), PARAMETERS);
  }

  async #exchange(provider: Provider, ctx: KoaContextWithOIDC): Promise<void> {
    const params = (ctx.oidc.params ?? {}) as Parameters;
    const client = ctx.oidc.client as NonNullable<typeof ctx.oidc.client>;
    const record = this.clients.recordOf(client);
    const address = targetIn(params);
    const proof = await validateDpop(provider, ctx);
    if (!proof && client.dpopBoundAccessTokens) throw new errors.InvalidGrant('DPoP proof JWT not provided');

    const known = await this.apis.of(record.tenant);
    const subject = await this.#subject(params, record);
    const source = sourceOf(known, subject, record);
    const target = known.at(address);
    if (!target || !(target.id === source.id || target.exchangeFrom.includes(source.resource)))
      throw new errors.InvalidTarget('tokens of this API cannot be exchanged for this resource');

    const scopes = demandScopes(params, allowedScopes(known, record, subject, source, target));
    const account = subject.userId === undefined ? undefined : await this.accounts.find(subject.subject);
    if (subject.userId !== undefined && !account) throw invalid('the user cannot sign in any more');
    if (account) ctx.oidc.entity('Account', account);

    const claims = decodeJwt(String(params.subject_token));
    const act = actorAfter(record.clientId, claims['act']);
    if (!act) throw invalid('the token was exchanged too often');
    const carried = CARRIED.filter((name) => claims[name] !== undefined).map((name) => [name, claims[name]]);
    exchangeOf.set(ctx, {
      claims: { ...(Object.fromEntries(carried) as object), sub: subject.subject, act },
      until: subject.expiresAt,
    });

    await checkDpopReplay(provider, ctx, proof, client.clientId);
    const scope = scopes.join(' ');
    if (ctx.oidc.params) ctx.oidc.params['scope'] = scope;
    const token = account
      ? new provider.AccessToken(ofNoGrant({ client, scope, accountId: account.accountId, gty: 'token_exchange' }))
      : new provider.ClientCredentials({ client, scope });
    const server = await this.terms.resourceServer(ctx, address, client);
    const left = subject.expiresAt - Math.floor(this.clock.now().getTime() / 1000);
    if (left < 1) throw invalid('it has expired');
    const seconds = Math.min(server.accessTokenTTL ?? left, left);
    token.resourceServer = new provider.ResourceServer(address, { ...server, accessTokenTTL: seconds });
    if (proof) token.setThumbprint('jkt', proof.thumbprint);
    ctx.oidc.entity(account ? 'AccessToken' : 'ClientCredentials', token);
    const value = await token.save();

    const details = { clientId: record.clientId, from: source.resource, to: address, scope };
    const whose = account && { subject: subject.subject };
    await this.audit.record({ kind: 'auth.token-exchanged', tenant: record.tenant, ...whose, details });
    const { tokenType: type, expiration: expires } = token;
    ctx.body = { access_token: value, issued_token_type: ACCESS_TOKEN, token_type: type, expires_in: expires, scope };
  }

  /**
   * Verifies the original token: a JWT access token of this service, of the client's enterprise and mode (live or
   * test).
   */
  async #subject({ subject_token: raw, subject_token_type: type }: Parameters, client: Client): Promise<AccessToken> {
    if (raw === undefined) throw new errors.InvalidRequest('missing required parameter(s) (subject_token)');
    if (type !== ACCESS_TOKEN) throw new errors.InvalidRequest(`subject_token_type must be ${ACCESS_TOKEN}`);
    const subject = await this.tokens.valid(raw);
    if (subject?.enterpriseId !== client.enterpriseId || subject.test !== client.test)
      throw invalid('it is no valid access token of this service');
    return subject;
  }
}

/**
 * A token issued in an exchange has no grant in the engine, because the grant of the original token belongs to the
 * application that signed the user in, and the engine lets only that client introspect it. The claim `gid` names the
 * grant instead, so that revoking the grant also invalidates the new token.
 */
type OfGrant = ConstructorParameters<Provider['AccessToken']>[0];
const ofNoGrant = (token: Omit<OfGrant, 'grantId'>): OfGrant => token as OfGrant;

const invalid = (why: string) => new errors.InvalidRequest(`subject_token is refused: ${why}`);

function targetIn({ resource, audience, ...params }: Parameters): string {
  if (params.actor_token !== undefined || params.actor_token_type !== undefined)
    throw new errors.InvalidRequest('actor_token is not supported: the client itself is the actor');
  if (params.requested_token_type !== undefined && params.requested_token_type !== ACCESS_TOKEN)
    throw new errors.InvalidRequest(`requested_token_type must be ${ACCESS_TOKEN}`);
  const target = resource ?? audience;
  if (target === undefined) throw new errors.InvalidTarget('name the API by resource');
  if (resource !== undefined && audience !== undefined && resource !== audience)
    throw new errors.InvalidTarget('resource and audience name two APIs');
  return target;
}

/** Returns the API that the original token was issued for. Only that API's own client may exchange the token. */
function sourceOf(known: KnownApis, { audience }: AccessToken, { clientId }: Client): OwnApi {
  const source = known.at(audience);
  if (source?.introspectionClientId !== clientId) throw invalid('it is for no API of this client');
  return source;
}

/** The client's scopes at the target API. An exchange within one API gives only scopes that the token already has. */
function allowedScopes(
  known: KnownApis,
  { apiScopes }: Client,
  subject: AccessToken,
  from: OwnApi,
  to: OwnApi,
): string[] {
  const audience = subject.userId === undefined ? 'service' : 'user';
  return [...known.held(apiScopes)]
    .filter(
      ([name, one]) =>
        one.api === to.resource && one.audience === audience && (from.id !== to.id || subject.scopes.has(name)),
    )
    .map(([name]) => name);
}

function demandScopes({ scope = '' }: Parameters, allowed: readonly string[]): readonly string[] {
  const found = exchangedScopes(scope.split(' ').filter(Boolean), allowed);
  if ('scopes' in found) return found.scopes;
  throw new errors.InvalidScope('the client cannot get this scope for this token', found.refused || scope);
}
