import * as oidc from 'openid-client';
import { Database } from '../../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../../support/application.js';
import { fetchAt } from '../../../support/relying-party.js';
import { issuerOf } from '../../../../src/shared/auth-guard/index.js';
import { type Portal, portalOf } from '../../../support/tokens.js';

const REGISTER = '/service/authserver/oauth/register';
const BACK = 'https://partner.example/back';
const metadata = { client_name: 'Partner', redirect_uris: [BACK] };
const wanted = {
  name: 'Partners',
  scopes: ['openid', 'offline_access'],
  apiScopes: ['orders.read'],
  redirectOrigins: ['https://partner.example'],
};

interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, any>;
}

/** The tests of clients that register themselves (RFC 7591, 7592), for an application with the scope `orders.read`. */
export function registrationCases(running: () => TestApplication): void {
  let operator: Portal;
  let address = 0;

  /** Each call comes from an address of its own, unless one is named. */
  async function call(method: string, path: string, token: string, body?: unknown, from?: string): Promise<Told> {
    address += 1;
    const response = await fetch(path.startsWith('http') ? path : running().url('auth', path), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': from ?? `198.51.100.${address}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  }
  const issued = async (changes: object = {}, by = operator): Promise<{ id: string; token: string }> => {
    const answer = await by.post('/v1/initialAccessTokens', { ...wanted, ...changes });
    if (answer.status !== 201) throw new Error(`No token was made: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const register = (token: string, changes: object = {}) => call('POST', REGISTER, token, { ...metadata, ...changes });
  const made = async (changes: object = {}) => {
    const { status, body } = await register((await issued()).token, changes);
    if (status !== 201) throw new Error(`No client was registered: ${JSON.stringify(body)}`);
    return body;
  };
  const addressOf = ({ client_id: id }: Record<string, any>) => `${REGISTER}/${id}`;
  const used = async (id: string): Promise<unknown> =>
    (await operator.get('/v1/initialAccessTokens?limit=100')).body.initialAccessTokens.find(
      (one: { id: string }) => one.id === id,
    );

  beforeAll(async () => {
    operator = await portalOf(running(), { scopes: ['clients:read', 'clients:write', 'openid', 'offline_access'] });
  });

  it('register by a library with a token of an operator, are found by discovery, listed and audited', async () => {
    const { id, token } = await issued({ uses: 2 });
    const server = new URL(issuerOf(running().config));
    const service = await oidc.dynamicClientRegistration(
      server,
      { ...metadata, scope: 'openid orders.read' },
      undefined,
      {
        initialAccessToken: token,
        [oidc.customFetch]: fetchAt(running()),
      },
    );
    const told = service.clientMetadata();
    expect(told).toMatchObject({ client_name: 'Partner', redirect_uris: [BACK], scope: 'openid orders.read' });
    const listed = (await operator.get(`/v1/clients/${told.client_id}`)).body;
    expect(listed).toMatchObject({ firstParty: false, apiScopes: ['orders.read'], createdBy: `registration:${id}` });
    expect(await used(id)).toMatchObject({ uses: 2, used: 1, createdBy: operator.clientId });
    const row = await running()
      .app.get(Database)
      .rows(`SELECT c::text FROM auth.client c WHERE client_id = $1`, [told.client_id]);
    expect(JSON.stringify(row)).not.toContain(told.client_secret);
    const kinds = await running()
      .app.get(Database)
      .rows(`SELECT kind, actor_id FROM shared.audit_entry WHERE details ->> 'clientId' = $1 ORDER BY kind`, [
        told.client_id,
      ]);
    expect(kinds).toEqual([
      { kind: 'auth.client-onboarded', actor_id: told.client_id },
      { kind: 'auth.client-registered', actor_id: told.client_id },
    ]);
  });

  it('read, replace and delete their own registration, with a new token after each change', async () => {
    const client = await made();
    const own = addressOf(client);
    expect(client['registration_client_uri']).toBe(
      `${issuerOf(running().config)}/oauth/register/${client['client_id']}`,
    );
    const first = client['registration_access_token'];
    const read = await call('GET', own, first);
    expect(read.body).toMatchObject({ client_id: client['client_id'], redirect_uris: [BACK] });
    expect(read.body).not.toHaveProperty('client_secret');
    const change = { ...metadata, client_id: client['client_id'], client_name: 'Renamed', scope: 'openid' };
    const changed = await call('PUT', own, first, { ...change, token_endpoint_auth_method: 'none' });
    expect(changed.body).toMatchObject({ client_name: 'Renamed', scope: 'openid', token_endpoint_auth_method: 'none' });
    expect((await call('GET', own, first)).status).toBe(401);
    const next = changed.body['registration_access_token'];
    expect((await call('DELETE', own, next)).status).toBe(204);
    expect((await operator.get(`/v1/clients/${client['client_id']}`)).status).toBe(404);
    expect((await call('GET', own, next)).status).toBe(401);
  });

  it('are one alone where two come at once with the last use of a token', async () => {
    const { id, token } = await issued();
    const answers = await Promise.all([register(token), register(token), register(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    expect(await used(id)).toMatchObject({ used: 1 });
    const [late] = answers.filter(({ status }) => status === 401);
    expect(late!.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    expect(late!.body['error']).toBe('invalid_token');
  });

  it('are not made by a token that is deleted, altered in the database, unknown or of another kind, and refused metadata costs no use', async () => {
    const deleted = await issued();
    expect((await operator.delete(`/v1/initialAccessTokens/${deleted.id}`)).status).toBe(204);
    const altered = await issued();
    await running()
      .app.get(Database)
      .rows(`UPDATE auth.initial_access_token SET uses = 1000 WHERE id = $1`, [altered.id]);
    const client = await made();
    const wrong = [
      deleted.token,
      altered.token,
      'x'.repeat(43),
      '',
      client['registration_access_token'],
      client['client_secret'],
    ];
    for (const token of wrong) expect((await register(token)).status).toBe(401);
    const { id, token } = await issued();
    expect((await register(token, { redirect_uris: [] })).body['error']).toBe('invalid_redirect_uri');
    expect(await used(id)).toMatchObject({ used: 0 });
    expect((await register(token)).status).toBe(201);
  });

  it.each([
    ['a scope of the management API', { scope: 'openid users:read' }, 'invalid_client_metadata'],
    ["the scope of a user's phone", { scope: 'openid notifications' }, 'invalid_client_metadata'],
    ['a scope of ours that the token lacks', { scope: 'openid email' }, 'invalid_client_metadata'],
    ['a scope of an API that the token lacks', { scope: 'openid orders.sync' }, 'invalid_client_metadata'],
    ['a grant type that the token lacks', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['token exchange', { grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] }, 'invalid_client_metadata'],
    ['a foreign redirect address', { redirect_uris: ['https://evil.example/'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: [`${BACK}#x`] }, 'invalid_redirect_uri'],
    ['user information', { redirect_uris: ['https://partner.example@evil.example/'] }, 'invalid_redirect_uri'],
    ['another response type', { response_types: ['code', 'token'] }, 'invalid_client_metadata'],
    ['a method that is not offered', { token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
    ['a name of a thousand letters', { client_name: 'a'.repeat(1_000) }, 'invalid_client_metadata'],
    ['a name that is no text', { client_name: { en: 'x' } }, 'invalid_client_metadata'],
    ['redirect addresses that are no list', { redirect_uris: BACK }, 'invalid_redirect_uri'],
  ])('are refused with %s', async (_what, changes, error) => {
    const { token } = await issued({ uses: 20 });
    const { status, body } = await register(token, changes);
    expect([status, body['error']]).toEqual([400, error]);
  });

  it('send a JSON object', async () => {
    const { token } = await issued();
    for (const body of ['[]', '"x"', 'null', '1'])
      expect((await call('POST', REGISTER, token, body)).body['error']).toBe('invalid_client_metadata');
    expect((await call('POST', REGISTER, token)).status).toBe(400);
  });

  it('have no way to the registration of another client, nor by words that only the service says', async () => {
    const [one, another] = [await made(), await made()];
    const token = one['registration_access_token'];
    const full = { ...metadata, client_id: another['client_id'] };
    expect((await call('GET', addressOf(another), token)).status).toBe(401);
    expect((await call('PUT', addressOf(another), token, full)).status).toBe(401);
    expect((await call('DELETE', addressOf(another), token)).status).toBe(401);
    expect((await call('PUT', addressOf(one), token, full)).status).toBe(400);
    const own = { ...metadata, client_id: one['client_id'] };
    const forged = [
      { client_secret: 'x'.repeat(43) },
      { registration_access_token: token },
      { client_id_issued_at: 1 },
    ];
    for (const more of forged) expect((await call('PUT', addressOf(one), token, { ...own, ...more })).status).toBe(400);
    const wide = await call('PUT', addressOf(one), token, { ...own, scope: 'openid users:read' });
    expect([wide.status, wide.body['error']]).toEqual([400, 'invalid_client_metadata']);
    const sameSecret = await call('PUT', addressOf(one), token, { ...own, client_secret: one['client_secret'] });
    expect(sameSecret.status).toBe(200);
  });

  it('no longer manage themselves when an operator has made more of them', async () => {
    const client = await made();
    const token = client['registration_access_token'];
    await operator.patch(`/v1/clients/${client['client_id']}`, { firstParty: true });
    expect((await call('GET', addressOf(client), token)).body['error']).toBe('access_denied');
    const change = { ...metadata, client_id: client['client_id'] };
    expect((await call('PUT', addressOf(client), token, change)).status).toBe(403);
    expect((await call('DELETE', addressOf(client), token)).status).toBe(403);
  });

  it('belong to the enterprise of the token, on its side', async () => {
    const test = await portalOf(running(), { scopes: ['clients:read', 'clients:write', 'openid'], test: true });
    const { id, token } = await issued({ scopes: ['openid'], apiScopes: [] }, test);
    const { body } = await register(token);
    expect((await test.get(`/v1/clients/${body['client_id']}`)).body).toMatchObject({ test: true });
    expect((await operator.delete(`/v1/initialAccessTokens/${id}`)).status).toBe(404);
    const lesser = await portalOf(running(), { scopes: ['clients:write'] });
    expect((await lesser.post('/v1/initialAccessTokens', wanted)).status).toBe(403);
    const unknown = await operator.post('/v1/initialAccessTokens', { ...wanted, apiScopes: ['nobodys.scope'] });
    expect(unknown.status).toBe(422);
  });

  it('are refused for a while where one address tries many tokens', async () => {
    const from = '203.0.113.77';
    const tries = Array.from({ length: 30 }, () => call('POST', REGISTER, 'x'.repeat(43), metadata, from));
    const limited = (await Promise.all(tries)).find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
}
