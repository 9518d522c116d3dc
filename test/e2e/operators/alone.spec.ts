import { AuditLog } from '../../../src/audit/contract/index.js';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { ClientRegistry } from '../../../src/auth/client/client-registry.service.js';
import { enterpriseScopes } from '../../../src/auth/tokens/token-plan.js';
import { scopesOf } from '../../../src/operators/roles/role-table.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { type ConsoleAnswer, TestOperator } from '../../support/operators.js';
import { active, application, authorizeUrl, CHEAP } from '../../support/signing-in.js';
import { SmtpReceiver } from '../../support/smtp-receiver.js';
import { callApi, clientRow, portalOf } from '../../support/tokens.js';

const LIVE = Tenant.of('default', false);
const WHY = { reason: 'We%20agreed%20on%20it' };
const EVIL = 'https://evil.example/cb';
const SERVER = { clientName: 'Exports', grantTypes: ['client_credentials'] };
const APP = {
  clientName: 'Online banking',
  firstParty: true,
  authMethod: 'none',
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'phone', 'notifications', 'offline_access'],
  redirectUris: [EVIL],
};
const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
/** What a client may hold without power. */
const PLAIN = ['clients:read', 'enterprises:read', 'figures:read', 'system:read'];

describe('One operator alone', () => {
  let running: TestApplication;
  let another: TestApplication;
  let mail: SmtpReceiver;
  let owner: TestOperator;
  let developer: TestOperator;
  let colleague: TestOperator;
  let third: TestOperator;
  beforeAll(async () => {
    mail = await SmtpReceiver.start();
    const env = {
      ...CHEAP,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Countersign <no-reply@bank.example>',
    };
    running = await startTestApplication({ env });
    another = await startTestApplication({ env, database: running.database });
    owner = await TestOperator.with(running, ['owner'], { emailId: 'clara@bank.example' });
    developer = await TestOperator.with(running, ['developer']);
    colleague = await TestOperator.with(running, ['security']);
    third = await TestOperator.with(running, ['developer']);
  });
  afterAll(async () => {
    await another.close();
    await running.close();
    await mail.close();
  });

  const make = (by: TestOperator, body: object) => by.call('POST', '/api/v1/clients', body, WHY);
  const change = (by: TestOperator, { clientId }: Pick<Client, 'clientId'>, body: object) =>
    by.call('PATCH', `/api/v1/clients/${clientId}`, body, WHY);
  const remove = (by: TestOperator, { clientId }: Pick<Client, 'clientId'>) =>
    by.call('DELETE', `/api/v1/clients/${clientId}`, undefined, WHY);
  const rekey = (by: TestOperator, { clientId }: Pick<Client, 'clientId'>, overlapSeconds: number) =>
    by.call('POST', `/api/v1/clients/${clientId}/secrets`, { overlapSeconds }, WHY);
  const agree = (by: TestOperator, { body }: ConsoleAnswer) => by.call('POST', `/api/v1/fourEyes/${body.id}/agreement`);
  const clientsNow = async (by = owner): Promise<Record<string, unknown>[]> =>
    (await by.get('/api/v1/clients?limit=200')).body.clients;
  const namesNow = async () => (await clientsNow()).map(({ clientName }) => clientName);
  const bankServer = (): Promise<Client> =>
    clientRow(running, { scopes: ['users:read', 'users:write'], ...SERVER, clientName: `Core ${newId()}` } as never);
  const entriesOf = async (filter: object) =>
    (await running.app.get(AuditLog).list({ tenant: LIVE, ...filter }, 500)).entries;

  async function tokenOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<string> {
    const response = await fetch(running.url('auth', '/service/authserver/oauth/token'), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  describe('who is an owner', () => {
    it('makes no client by which they export and delete a person', async () => {
      await active(running, 'frank.one');
      const old = await (await TestOperator.with(running, ['owner'])).lastShowedPasskey(120);
      const body = { ...SERVER, scopes: ['users:read', 'users:write', 'clients:write', 'webhooks:write'] };
      const wish = { status: 'DELETED', comments: 'Gone for good' };
      expect((await old.call('PUT', '/api/v1/users/frank.one/status', wish)).body.code).toBe(
        'operators/step-up-needed',
      );
      expect((await make(old, body)).body.code).toBe('operators/step-up-needed');
      await old.lastShowedPasskey(0);
      expect((await make(old, body)).status).toBe(202);
      expect(await namesNow()).not.toContain('Exports');
      const harmless = await make(old, { ...SERVER, clientName: 'Figures', scopes: ['figures:read'] });
      expect(harmless.status).toBe(201);
      const authorization = { authorization: `Bearer ${await tokenOf(harmless.body)}` };
      for (const [method, path] of [
        ['GET', '/v1/users/frank.one/export'],
        ['GET', '/v1/users'],
        ['PUT', '/v1/users/frank.one/status'],
      ] as const) {
        expect((await callApi(running, 'management', method, path, undefined, authorization)).status).toBe(403);
      }
      expect((await old.get('/api/v1/users/frank.one')).body.status).toBe('ACTIVE');
    });

    it.each(enterpriseScopes)('makes no client with %s, unless it is without power', async (scope) => {
      const { status } = await make(owner, { ...SERVER, clientName: `With ${scope}`, scopes: [scope] });
      expect(status).toBe(PLAIN.includes(scope) ? 201 : scopesOf(['owner']).has(scope) ? 202 : 403);
      const { status: wider } = await change(
        owner,
        { clientId: await plainClient() },
        { scopes: [...new Set(['figures:read', scope])] },
      );
      expect(wider).toBe(PLAIN.includes(scope) ? 200 : scopesOf(['owner']).has(scope) ? 202 : 403);
    });
    const plainClient = async () =>
      (await make(owner, { ...SERVER, scopes: ['figures:read'] })).body.clientId as string;

    it.each([0, 86_400])('gets no secret of a server of the bank, with %i seconds of overlap', async (overlap) => {
      expect(await rekey(owner, await bankServer(), overlap)).toMatchObject({ status: 202 });
      expect((await rekey(developer, await bankServer(), overlap)).status).toBe(403);
    });

    it.each([
      ['keys', { authMethod: 'private_key_jwt', jwks: { keys: [PUBLIC_KEY] } }],
      ['way to prove itself', { authMethod: 'client_secret_post' }],
      ['callers', { allowedCallers: [] }],
      ['life of tokens', { accessTokenTtl: 3_600 }],
      ['KYC endpoint', { kyc: { url: 'https://evil.example/kyc' } }],
      ['judgement of documents', { idv: { matchThreshold: 0.1 } }],
    ])('gives no server of the bank other %s', async (_what, body) => {
      const server = await clientRow(running, {
        ...SERVER,
        scopes: ['users:read', 'idv:write'],
        allowedCallers: ['203.0.113.7'],
      } as never);
      expect(await change(owner, server, body)).toMatchObject({ status: 202 });
      expect((await change(owner, server, { clientName: 'Another name' })).status).toBe(200);
    });

    it('removes a server that is lost, and takes its rights away', async () => {
      const server = await bankServer();
      expect((await change(owner, server, { scopes: ['users:read'], allowedCallers: ['203.0.113.7'] })).status).toBe(
        200,
      );
      expect((await remove(owner, server)).status).toBe(204);
    });

    it('has no webhook tell somebody else of persons', async () => {
      const body = { url: 'https://evil.example/hook', eventTypes: ['user.status_changed'] };
      expect(await owner.call('POST', '/api/v1/webhookEndpoints', body, WHY)).toMatchObject({ status: 202 });
      const bank = await portalOf(running, { scopes: ['webhooks:write', 'webhooks:read'] });
      const { body: made } = await bank.post('/v1/webhookEndpoints', { ...body, url: 'https://bank.example/hook' });
      const path = `/api/v1/webhookEndpoints/${made.endpointId}`;
      expect((await owner.call('PATCH', path, { url: body.url }, WHY)).status).toBe(202);
      expect(
        (await owner.call('PATCH', path, { eventTypes: ['user.status_changed', 'notification.closed'] }, WHY)).status,
      ).toBe(202);
      expect((await owner.call('POST', `${path}/rotateSecret`, {}, WHY)).status).toBe(202);
      expect((await owner.call('PATCH', path, { enabled: false })).status).toBe(200);
      expect((await bank.get(`/v1/webhookEndpoints/${made.endpointId}`)).body).toMatchObject({
        url: 'https://bank.example/hook',
        eventTypes: ['user.status_changed'],
      });
    });

    it('tries all of it on test data', async () => {
      const test = { data: 'test', ...WHY };
      const made = await owner.call(
        'POST',
        '/api/v1/clients',
        { ...SERVER, scopes: ['users:read', 'users:write'] },
        test,
      );
      expect(made).toMatchObject({ status: 201, body: { test: true } });
      const path = `/api/v1/clients/${made.body.clientId}`;
      expect((await owner.call('POST', `${path}/secrets`, { overlapSeconds: 60 }, test)).status).toBe(201);
      expect((await owner.call('DELETE', path, undefined, test)).status).toBe(204);
      const body = { url: 'https://bank.example/hook', eventTypes: ['user.status_changed'] };
      expect((await owner.call('POST', '/api/v1/webhookEndpoints', body, test)).status).toBe(201);
    });
  });

  describe('who is a developer', () => {
    let app: Client;
    beforeAll(async () => {
      app = await application(running, { clientName: 'The app of the bank' });
      await signedIn(running, app, 'gina.two');
    });

    it('makes no application of the bank that takes customers in', async () => {
      const old = await (await TestOperator.with(running, ['developer'])).lastShowedPasskey(120);
      expect((await make(old, APP)).body.code).toBe('operators/step-up-needed');
      await old.lastShowedPasskey(0);
      for (const body of [
        APP,
        { ...APP, firstParty: false },
        { ...APP, scopes: ['openid', 'profile'] },
        { ...APP, applicationType: 'native', redirectUris: ['com.evil.app:/cb'] },
      ]) {
        expect((await make(old, body)).status).toBe(202);
      }
      expect(await namesNow()).not.toContain('Online banking');
    });

    it.each([
      ['address', { redirectUris: ['https://app.example/callback', EVIL] }],
      ['scheme', { applicationType: 'native', redirectUris: ['https://app.example/callback', 'com.evil.app:/cb'] }],
      ['address only', { redirectUris: [EVIL] }],
      ['page after sign-out', { postLogoutRedirectUris: ['https://evil.example/bye'] }],
      ['error page', { errorUrl: 'https://evil.example/sorry' }],
      ['logout address', { backchannelLogoutUri: 'https://evil.example/out' }],
      ['origin', { allowedOrigins: ['https://evil.example'] }],
      ['scope less, so that it stands still', { scopes: ['openid'] }],
      ['consent page', { firstParty: false }],
    ])('gives the app of the bank no other %s', async (_what, body) => {
      const old = await (await TestOperator.with(running, ['developer'])).lastShowedPasskey(120);
      expect((await change(old, app, body)).body.code).toBe('operators/step-up-needed');
      await old.lastShowedPasskey(0);
      expect((await change(old, app, body)).status).toBe(202);
      expect(await clientsNow()).toContainEqual(
        expect.objectContaining({ clientId: app.clientId, redirectUris: app.redirectUris, firstParty: true }),
      );
    });

    it('leads no customer of the app elsewhere, and the app goes on', async () => {
      await change(developer, app, { redirectUris: [...app.redirectUris, EVIL] });
      const { person, back } = await signedIn(running, app, 'hugo.three');
      const seen = await person.open(authorizeUrl(running, app, { redirect_uri: EVIL }));
      expect([seen.status, seen.left]).toEqual([400, undefined]);
      expect((await redeem(running, app, codeIn(back))).status).toBe(200);
    });

    it('does not remove the app, whose customers are signed in', async () => {
      expect((await remove(developer, app)).status).toBe(202);
      expect(await clientsNow()).toContainEqual(expect.objectContaining({ clientId: app.clientId }));
    });

    it.each([
      ['PKCE', { requirePkce: false }],
      ['its profile', { securityProfile: null }],
      ['bound tokens', { securityProfile: null, dpopBoundAccessTokens: false }],
      ['opaque tokens', { jwtAccessTokens: true }],
    ])('takes no %s from a strict application of the bank', async (_what, body) => {
      const strict = await application(running, {
        authMethod: 'private_key_jwt',
        jwks: { keys: [PUBLIC_KEY] },
        requirePkce: true,
        requirePushedAuthorizationRequests: true,
        dpopBoundAccessTokens: true,
        idTokenSignedResponseAlg: 'ES256',
        securityProfile: 'requirePkce' in body ? null : 'fapi2',
      });
      expect((await change(developer, strict, body)).status).toBe(202);
      expect(await clientsNow()).toContainEqual(
        expect.objectContaining({ clientId: strict.clientId, requirePkce: true, jwtAccessTokens: false }),
      );
    });

    it('demands PKCE of all clients, but does not end the demand', async () => {
      const set = (requirePkce: boolean) => owner.call('PATCH', '/api/v1/enterprises/default', { requirePkce }, WHY);
      expect((await set(false)).status).toBe(200);
      expect((await set(true)).body.requirePkce).toBe(true);
      const asked = await set(false);
      expect(asked.status).toBe(202);
      expect((await owner.get('/api/v1/enterprises/default')).body.requirePkce).toBe(true);
      expect(await agree(colleague, asked)).toMatchObject({ status: 200, body: { state: 'done' } });
      expect((await owner.get('/api/v1/enterprises/default')).body.requirePkce).toBe(false);
    });

    it('lets nobody recover a forgotten password by mail, but ends it', async () => {
      const set = (recovery: string) =>
        owner.call('PATCH', '/api/v1/enterprises/default', { signIn: { recovery } }, WHY);
      const now = async () => (await owner.get('/api/v1/enterprises/default')).body.signIn.recovery;
      const asked = await set('mail');
      expect([asked.status, await now()]).toEqual([202, 'off']);
      expect(await agree(colleague, asked)).toMatchObject({ status: 200, body: { state: 'done' } });
      expect([await now(), (await set('off')).status, await now()]).toEqual(['mail', 200, 'off']);
    });

    it('sends no codes to another server of the enterprise', async () => {
      const url = 'https://codes.example/in';
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const set = (messages: object | null) => owner.call('PATCH', '/api/v1/enterprises/default', { messages }, WHY);
      const now = async () => (await owner.get('/api/v1/enterprises/default')).body.messages;
      const asked = await set({ url, secret });
      expect([asked.status, await now()]).toEqual([202, null]);
      expect(await agree(colleague, asked)).toMatchObject({ status: 200, body: { state: 'done' } });
      expect([await now(), (await set({ url, secret })).status, (await set(null)).status]).toEqual([{ url }, 200, 202]);
    });

    it('changes nothing of a foreign application that people have let in, but its looks', async () => {
      const foreign = await application(running, { firstParty: false, scopes: ['openid', 'profile'] });
      const address = { redirectUris: [...foreign.redirectUris, EVIL] };
      expect((await change(developer, foreign, { redirectUris: ['https://app.example/other'] })).status).toBe(200);
      const payload = JSON.stringify({ clientId: foreign.clientId, accountId: newId(), kind: 'Grant' });
      await running.app.get(Database).rows(
        `INSERT INTO auth.engine_record (model, id_hash, payload, expires_at)
         VALUES ('Grant', $1, $2, now() + interval '1 day')`,
        [newId(), payload],
      );
      expect((await change(developer, foreign, address)).status).toBe(202);
      expect((await remove(developer, foreign)).status).toBe(202);
      expect((await change(developer, foreign, { clientName: 'Foreign' })).status).toBe(200);
    });

    it('changes and removes a client without power and users', async () => {
      const made = await make(developer, { ...SERVER, scopes: ['figures:read'] });
      expect((await rekey(developer, made.body, 60)).status).toBe(201);
      expect((await rekey(developer, made.body, 0)).status).toBe(202);
      expect((await change(developer, made.body, { scopes: ['clients:read'] })).status).toBe(200);
      expect((await remove(developer, made.body)).status).toBe(204);
    });
  });

  describe('who asks a colleague', () => {
    it('gets the client when the colleague agrees, and is named at its acts for a week', async () => {
      const asked = await make(owner, { ...SERVER, clientName: 'Agreed', scopes: ['users:read', 'users:write'] });
      expect(await agree(colleague, asked)).toMatchObject({ status: 200, body: { state: 'done' } });
      const { body: client } = await owner.get(`/api/v1/fourEyes/${asked.body.id}/answer`);
      const act = async () => {
        const authorization = { authorization: `Bearer ${await tokenOf(client)}` };
        const person = { userId: newId(), primaryGroup: 'retail' };
        const { status } = await callApi(running, 'management', 'POST', '/v1/users', person, authorization);
        expect(status).toBe(201);
        const [entry] = (await entriesOf({ kinds: ['users.*'] })).filter(({ actor }) => actor === client.clientId);
        return entry?.details;
      };
      expect(await act()).toMatchObject({ responsibleOperator: owner.sub });
      const [onboarded] = (await entriesOf({ kinds: ['auth.client-onboarded'] })).filter(
        ({ details }) => details['clientId'] === client.clientId,
      );
      expect(onboarded).toMatchObject({ actor: owner.sub, details: { agreedBy: colleague.sub } });
      const [{ inDays }] = await running.app.get(Database).rows<any>(
        `UPDATE auth.client SET responsible_until = now() WHERE client_id = $1
           RETURNING (SELECT extract(epoch FROM c.responsible_until - now())::float8 / 86400
                      FROM auth.client c WHERE c.client_id = $1) AS "inDays"`,
        [client.clientId],
      );
      expect(inDays).toBeCloseTo(7, 1);
      running.app.get(ClientRegistry).forget(client.clientId);
      expect(await act()).not.toHaveProperty('responsibleOperator');
    });

    it('is named at the acts of what the client makes, too', async () => {
      const asked = await make(owner, { ...SERVER, clientName: 'First', scopes: ['clients:write', 'users:read'] });
      await agree(colleague, asked);
      const { body: first } = await owner.get(`/api/v1/fourEyes/${asked.body.id}/answer`);
      const authorization = { authorization: `Bearer ${await tokenOf(first)}` };
      const body = { ...SERVER, clientName: 'Second', scopes: ['users:read'] };
      const made = await callApi(running, 'management', 'POST', '/v1/clients', body, authorization);
      expect(made.status).toBe(201);
      const [row] = await running.app
        .get(Database)
        .rows<any>('SELECT responsible_operator AS sub FROM auth.client WHERE client_id = $1', [made.body.clientId]);
      expect(row.sub).toBe(owner.sub);
    });

    it('is told of to the owners by mail, for what is made, changed, re-keyed and removed', async () => {
      const mails = () => mail.mails.filter(({ to }) => to[0] === 'clara@bank.example').map(({ raw }) => raw);
      const before = mails().length;
      const asked = await make(developer, {
        ...APP,
        clientName: 'Told app',
        redirectUris: ['https://bank.example/cb'],
      });
      expect((await agree(third, asked)).body.state).toBe('done');
      const { body: client } = await developer.get(`/api/v1/fourEyes/${asked.body.id}/answer`);
      const wider = await change(developer, client, {
        redirectUris: ['https://bank.example/cb', 'https://bank.example/2'],
      });
      expect((await agree(third, wider)).body.state).toBe('done');
      expect((await remove(developer, client)).status).toBe(204);
      const server = await bankServer();
      expect((await agree(third, await rekey(owner, server, 60))).body.state).toBe('done');
      while (mails().length < before + 4) await new Promise((resolve) => setTimeout(resolve, 50));
      const told = mails().slice(before).join('\n');
      for (const said of [
        'has created a privileged client',
        'has changed a client',
        'has removed a client',
        'has created a new secret',
      ])
        expect(told).toContain(said);
    });

    it('does not agree alone, neither at once nor by an account of their own', async () => {
      const asker = await TestOperator.with(running, ['developer'], { emailId: 'dana@bank.example' });
      const asked = await make(asker, { ...APP, clientName: 'Own' });
      expect((await agree(asker, asked)).body.code).toBe('operators/own-request');
      const tagged = await TestOperator.with(running, ['security'], { emailId: 'dana+2@bank.example' });
      expect((await agree(tagged, asked)).body.code).toBe('operators/same-person');
      const late = await TestOperator.with(running, ['security'], { isNew: true, by: asker.sub });
      expect((await agree(late, asked)).body.code).toBe('operators/invited-too-late');
      const own = { isNew: true, by: asker.sub };
      const [puppet, other] = [
        await TestOperator.with(running, ['developer'], own),
        await TestOperator.with(running, ['security'], own),
      ];
      const byPuppet = await make(puppet, { ...APP, clientName: 'Own' });
      const owning = await TestOperator.with(running, ['security'], { isNew: true, by: owner.sub });
      const ofOwning = await make(await TestOperator.with(running, ['developer'], { isNew: true, by: owning.sub }), {
        ...{ ...APP, clientName: 'Own' },
      });
      for (const [one, request] of [
        [other, byPuppet],
        [owning, ofOwning],
        [owner, ofOwning],
      ] as const)
        expect((await agree(one, request)).body.code).toBe('operators/invited-too-late');
      expect(await namesNow()).not.toContain('Own');
      expect((await agree(colleague, byPuppet)).body.state).toBe('done');
    });

    it('gets one client when two agree at once, in two processes', async () => {
      const asked = await make(developer, { ...APP, clientName: 'Raced' });
      const answers = await Promise.all([
        agree(colleague, asked),
        agree(third.at(another), asked),
        agree(owner.at(another), asked),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await namesNow()).filter((name) => name === 'Raced')).toHaveLength(1);
    });

    it('changes nothing of what the colleague has looked at before', async () => {
      const { body: client } = await make(developer, {
        ...APP,
        firstParty: false,
        clientName: 'Switched',
        scopes: ['openid'],
        redirectUris: ['https://bank.example/cb'],
      });
      const asked = await change(developer, client, { firstParty: true });
      expect(asked.status).toBe(202);
      expect((await change(developer, client, { redirectUris: [EVIL] })).status).toBe(200);
      expect(await agree(colleague, asked)).toMatchObject({
        body: { state: 'failed', answer: { code: 'operators/changed-since' } },
      });
      expect(await clientsNow()).toContainEqual(expect.objectContaining({ clientName: 'Switched', firstParty: false }));
      expect((await agree(colleague, await change(developer, client, { firstParty: true }))).body.state).toBe('done');
    });

    it('shows the colleague no credentials', async () => {
      const auth = { type: 'bearer', token: 'a-token-of-the-bank' };
      const kyc = { url: 'https://bank.example/kyc', headers: { 'x-key': 'a-key-of-the-bank' }, auth };
      const asked = await make(owner, { ...SERVER, scopes: ['idv:write'], kyc });
      expect(asked.status).toBe(202);
      const { text } = await colleague.get(`/api/v1/fourEyes/${asked.body.id}`);
      expect(text).toContain('https://bank.example/kyc');
      expect(text).not.toMatch(/a-(?:token|key)-of-the-bank/);
    });
  });

  it('Programs and the command line need no second one', async () => {
    const bank = await portalOf(running, { scopes: ['clients:write', 'clients:read', 'users:read', 'users:write'] });
    const { status, body } = await bank.post('/v1/clients', { ...SERVER, scopes: ['users:read', 'users:write'] });
    expect(status).toBe(201);
    expect((await bank.post(`/v1/clients/${body.clientId}/secrets`, {})).status).toBe(201);
    expect((await bank.patch(`/v1/clients/${body.clientId}`, { accessTokenTtl: 600 })).status).toBe(200);
    expect((await bank.delete(`/v1/clients/${body.clientId}`)).status).toBe(204);
    expect((await bank.post('/v1/clients', { ...SERVER, scopes: ['idv:write'] })).body.code).toBe(
      'clients/scope-not-held',
    );
  });
});
