import { decodeJwt, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { SigningKeys } from '../../../../src/auth/keys/signing-keys.service.js';
import { Database } from '../../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../../support/application.js';
import { codeIn, redeem, signedIn } from '../../../support/code-flow.js';
import { clientWithSecret, relyingParty } from '../../../support/relying-party.js';
import { application } from '../../../support/signing-in.js';
import { type Portal, portalOf } from '../../../support/tokens.js';

const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const SHOP = 'https://shop.exchange.example';
const DEPOT = 'https://depot.exchange.example';
const VAULT = 'https://vault.exchange.example';

const scope = (name: string, audience: string) => ({ name, audience, description: { en: name } });
const scopesOf = (name: string) => [
  scope(`${name}.use`, 'user'),
  scope(`${name}.more`, 'user'),
  scope(`${name}.run`, 'service'),
];

/** The tests of token exchange (RFC 8693), for an application that is running. */
export function exchangeCases(running: () => TestApplication): void {
  let portal: Portal;
  let shop: oidc.Configuration;
  let depot: oidc.Configuration;

  /** The client of an API, which holds scopes of the next one. */
  async function clientOf(
    api: string,
    apiScopes: readonly string[],
    options: object = {},
  ): Promise<oidc.Configuration> {
    const grants = { grantTypes: [EXCHANGE_GRANT, 'client_credentials'] as const };
    const { client, secret } = await clientWithSecret(running(), { scopes: [], ...grants, apiScopes, ...options });
    const found = await running()
      .app.get(Database)
      .rows<{ id: string }>('SELECT id FROM auth.api WHERE resource = $1', [api]);
    const { status } = await portal.patch(`/v1/apis/${found[0]?.id}`, { introspectionClientId: client.clientId });
    if (status !== 200) throw new Error(`The API did not get its client: ${status}`);
    return relyingParty(running(), client.clientId, secret);
  }

  async function userToken(userId: string, asked = 'shop.use', params: Record<string, string> = {}) {
    const client = await application(running(), { scopes: ['openid'], apiScopes: ['shop.use', 'shop.more'] });
    const { back, sub } = await signedIn(running(), client, userId, { scope: `openid ${asked}`, ...params });
    const { body } = await redeem(running(), client, codeIn(back));
    return { token: body.access_token as string, idToken: body.id_token as string, sub, client };
  }

  const exchange = (config: oidc.Configuration, token: string, params: Record<string, string> = {}) =>
    oidc.genericGrantRequest(config, EXCHANGE_GRANT, {
      ...{ subject_token: token, subject_token_type: ACCESS_TOKEN, resource: DEPOT },
      ...params,
    });
  const refusal = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 'passes',
      (error: unknown) => (error as { error?: string }).error,
    );

  beforeAll(async () => {
    portal = await portalOf(running(), { scopes: ['clients:read', 'clients:write'] });
    const make = (name: string, resource: string, more: object = {}) =>
      portal.post('/v1/apis', { name, resource, scopes: scopesOf(name), ...more });
    await make('shop', SHOP, { accessTokenTtl: 300 });
    await make('depot', DEPOT, { exchangeFrom: [SHOP], accessTokenTtl: 3_600, claims: { grp: 'primaryGroup' } });
    await make('vault', VAULT, { exchangeFrom: [DEPOT], accessTokenFormat: 'opaque' });
    shop = await clientOf(SHOP, ['depot.use', 'depot.run', 'shop.use', 'shop.more', 'vault.use']);
    depot = await clientOf(DEPOT, ['vault.use']);
  });

  it('gives the client of an API a token for the next one: of the same user, no longer, and with the client as actor', async () => {
    const { token, sub } = await userToken('exchanging');
    const answer = await exchange(shop, token);
    expect(answer).toMatchObject({ issued_token_type: ACCESS_TOKEN, token_type: 'bearer', scope: 'depot.use' });
    const [before, after] = [decodeJwt(token), decodeJwt(answer.access_token)];
    const me = shop.clientMetadata().client_id;
    expect(after).toMatchObject({
      sub,
      aud: DEPOT,
      client_id: me,
      act: { sub: me },
      user_id: 'exchanging',
      grp: 'retail',
    });
    for (const claim of ['gid', 'acr', 'amr', 'auth_time']) expect(after[claim]).toEqual(before[claim]);
    expect(after.exp).toBeLessThanOrEqual(before.exp!);
    expect(answer.expires_in).toBeLessThanOrEqual(300);
    expect([answer.refresh_token, answer['id_token'], after['scope']]).toEqual([undefined, undefined, 'depot.use']);
    const entries = await running()
      .app.get(Database)
      .rows(`SELECT details FROM shared.audit_entry WHERE kind = 'auth.token-exchanged'`);
    expect(entries).toMatchObject([{ details: { from: SHOP, to: DEPOT, clientId: me } }]);
  });

  it('nests the actors, and the API of the last one can ask about its token', async () => {
    const { token } = await userToken('nesting');
    const { access_token: second } = await exchange(shop, token);
    const { access_token: third } = await exchange(depot, second, { resource: VAULT });
    const [first, last] = [shop, depot].map((config) => config.clientMetadata().client_id);
    const told = await oidc.tokenIntrospection(depot, third);
    expect(told).toMatchObject({
      active: true,
      aud: VAULT,
      user_id: 'nesting',
      act: { sub: last, act: { sub: first } },
    });
  });

  it('gives a token for a service, too, by scopes of services', async () => {
    const caller = await clientWithSecret(running(), { scopes: [], apiScopes: ['shop.run'] });
    const config = await relyingParty(running(), caller.client.clientId, caller.secret);
    const { access_token: token } = await oidc.clientCredentialsGrant(config, {});
    const answer = await exchange(shop, token);
    expect(decodeJwt(answer.access_token)).toMatchObject({
      ...{ sub: caller.client.clientId, scope: 'depot.run', act: { sub: shop.clientMetadata().client_id } },
    });
    expect(await refusal(exchange(shop, token, { scope: 'depot.use' }))).toBe('invalid_scope');
  });

  it('dies with the grant that the first token came from', async () => {
    const { token, client } = await userToken('revoked');
    const { access_token: jwt } = await exchange(shop, token);
    const { access_token: opaque } = await exchange(depot, jwt, { resource: VAULT });
    const users = await portalOf(running(), { scopes: ['users:write'] });
    const ended = await users.delete(`/v1/users/revoked/applications/${client.clientId}`);
    expect(ended.status).toBe(204);
    for (const dead of [jwt, opaque]) expect(await oidc.tokenIntrospection(depot, dead)).toEqual({ active: false });
    for (const dead of [token]) expect(await refusal(exchange(shop, dead))).toBe('invalid_request');
  });

  it('never widens: not within one API, not by what the client does not hold, and not to our own surfaces', async () => {
    const { token } = await userToken('widening');
    expect((await exchange(shop, token, { resource: SHOP })).scope).toBe('shop.use');
    expect(await refusal(exchange(shop, token, { resource: SHOP, scope: 'shop.more' }))).toBe('invalid_scope');
    expect(await refusal(exchange(shop, token, { scope: 'depot.more' }))).toBe('invalid_scope');
    expect(await refusal(exchange(shop, token, { scope: 'depot.use openid' }))).toBe('invalid_scope');
    expect(await refusal(exchange(shop, token, { scope: 'depot.use users:read' }))).toBe('invalid_scope');
    for (const resource of [VAULT, `${DEPOT}/`, running().config.managementUrl, running().config.mobileUrl])
      expect(await refusal(exchange(shop, token, { resource }))).toBe('invalid_target');
    expect(await refusal(exchange(shop, token, { audience: VAULT }))).toBe('invalid_target');
  });

  it('is refused to every other client, and to the application that has the token', async () => {
    const { token, client } = await userToken('deputy');
    expect(await refusal(exchange(depot, token))).toBe('invalid_request');
    const foreign = await clientWithSecret(running(), {
      ...{ scopes: [], enterpriseId: 'other', grantTypes: [EXCHANGE_GRANT], apiScopes: ['depot.use'] },
    });
    const stranger = await relyingParty(running(), foreign.client.clientId, foreign.secret);
    expect(await refusal(exchange(stranger, token))).toBe('invalid_request');
    const { body } = await redeem(running(), client, '', { grant_type: EXCHANGE_GRANT, subject_token: token });
    expect(body.error).toBe('invalid_request');
  });

  it('takes access tokens of our own, and nothing else', async () => {
    const { token, idToken } = await userToken('others');
    const forged = await new SignJWT({ ...decodeJwt(token), aud: SHOP })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(Buffer.from('secret'.repeat(6)));
    const keys = running().app.get(SigningKeys);
    const key = await keys.active('ES256');
    const untyped = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
      .sign(keys.openPrivateKey(key));
    for (const bad of [idToken, forged, untyped, `${token}x`, 'x', 'a.b.c'])
      expect(await refusal(exchange(shop, bad))).toBe('invalid_request');
    for (const type of ['id_token', 'refresh_token', 'saml2', 'jwt'])
      for (const name of ['subject_token_type', 'requested_token_type'])
        expect(await refusal(exchange(shop, token, { [name]: `urn:ietf:params:oauth:token-type:${type}` }))).toBe(
          'invalid_request',
        );
    const actor = { actor_token: token, actor_token_type: ACCESS_TOKEN };
    expect(await refusal(exchange(shop, token, actor))).toBe('invalid_request');
  });

  it('binds the token to a key where the client proves one', async () => {
    const { token } = await userToken('bound');
    const handle = oidc.getDPoPHandle(shop, await oidc.randomDPoPKeyPair());
    const params = { subject_token: token, subject_token_type: ACCESS_TOKEN, resource: DEPOT };
    const answer = await oidc.genericGrantRequest(shop, EXCHANGE_GRANT, params, { DPoP: handle });
    expect(answer.token_type).toBe('dpop');
    expect(decodeJwt(answer.access_token)['cnf']).toEqual({ jkt: expect.any(String) });
  });
}
