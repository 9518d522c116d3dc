import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { issuerOf } from '../../../../src/shared/auth-guard/index.js';
import { newId } from '../../../../src/shared/kernel/index.js';
import { Database } from '../../../../src/shared/persistence/index.js';
import { until } from '../../../integration/support/until.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { Asking, told } from '../../../support/backchannel.js';
import { activeUser, registerDevice } from '../../../support/devices.js';
import { CibaClient, cibaModules, otherModules } from '../../../support/fapi/ciba-modules.js';
import { ReceiverCertificate } from '../../../support/logout-receiver.js';
import { fetchAt } from '../../../support/relying-party.js';
import { sharedApplication } from '../../../support/shared-application.js';
import { answering, WebhookReceiver } from '../../../support/webhook-receiver.js';

let running: TestApplication;
let certificate: ReceiverCertificate;
let receiver: WebhookReceiver;
const db = () => running.app.get(Database);
const jobs = () => db().rows<{ attempts: number }>(`SELECT attempts FROM shared.job WHERE kind = 'auth/ping-client'`);

const TOKEN = 'the-client-knows-it-again';
const pinged = (notificationUrl = receiver.url): Promise<Asking> =>
  Asking.with(running, { backchannel: { delivery: 'ping', notificationUrl, userCode: false, signingAlg: null } });
const ask = (it: Asking) => it.ask({ client_notification_token: TOKEN });

/** The other library of its author, unchanged. */
async function byOauth4webapi({ config, client, secret }: Asking, id: string): Promise<oauth.TokenEndpointResponse> {
  const server = config.serverMetadata() as oauth.AuthorizationServer;
  const who = { client_id: client.clientId };
  const proof = oauth.ClientSecretBasic(secret);
  const answer = await oauth.backchannelAuthenticationGrantRequest(server, who, proof, id, {
    [oauth.customFetch]: fetchAt(running),
  });
  return oauth.processBackchannelAuthenticationGrantResponse(server, who, answer);
}

describe('A client that is pinged', () => {
  beforeAll(async () => {
    certificate = await ReceiverCertificate.make();
    running = await startTestApplication({ env: { OUTBOUND_CA_FILE: certificate.tls.caFile } });
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.startTls('localhost', certificate.tls);
  });
  afterEach(async () => {
    await receiver.close();
    await db().rows(`DELETE FROM shared.job WHERE kind = 'auth/ping-client'`);
  });
  afterAll(async () => {
    await running.close();
    certificate.remove();
  });

  it('hears of the answer once, with its own token, and oauth4webapi gets the tokens', async () => {
    receiver.answer = (_webhook, response) => response.writeHead(200).end('{"ignored":true}');
    const it = await pinged();
    const request = await ask(it);
    await it.answer(request);
    const [ping] = await receiver.received(1);
    expect(ping?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' });
    expect(JSON.parse(ping?.body ?? '')).toEqual({ auth_req_id: request.auth_req_id });
    expect(await byOauth4webapi(it, request.auth_req_id)).toHaveProperty('id_token');
    await until(async () => (await jobs()).length === 0);
    expect(receiver.got).toHaveLength(1);
  });

  it.each([401, 403, 404])('does not hear of it again after it has answered %d', async (status) => {
    receiver.answer = answering(status);
    const it = await pinged();
    await it.answer(await ask(it), 'Decline');
    await receiver.received(1);
    await until(async () => (await jobs()).length === 0);
    expect(receiver.got).toHaveLength(1);
  });

  it('that redirects is not followed', async () => {
    receiver.answer = answering(302, { location: `${receiver.origin}/elsewhere` });
    const it = await pinged();
    await it.answer(await ask(it));
    await receiver.received(1);
    await until(async () => (await jobs()).length === 0);
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('that fails is pinged again, and keeps no phone waiting', async () => {
    receiver.answer = answering(503);
    const it = await pinged();
    const request = await ask(it);
    expect((await it.answer(request)).status).toBe(200);
    await receiver.received(1);
    await until(async () => (await jobs())[0]?.attempts === 1);
    receiver.answer = answering(204);
    await until(async () => {
      await db().rows(`UPDATE shared.job SET due_at = now() WHERE kind = 'auth/ping-client' AND lease IS NULL`);
      return receiver.got.length === 2;
    });
  });

  it('that never answers keeps neither the phone nor the tokens waiting', async () => {
    receiver.answer = () => undefined;
    const it = await pinged();
    const request = await ask(it);
    expect((await it.answer(request)).status).toBe(200);
    await receiver.received(1);
    expect(await it.result(request)).toHaveProperty('id_token');
  });

  it('that never answers leaves places to ping another one', async () => {
    const receiverOfOther = await WebhookReceiver.startTls('localhost', certificate.tls);
    receiver.answer = () => undefined;
    const [silent, other] = [await pinged(), await pinged(receiverOfOther.url)];
    for (const user of [silent, other, await pinged()]) {
      const params = { client_notification_token: TOKEN, login_hint: user.phone.user.userId };
      for (let request = 0; request < 3; request++) await user.answer(await silent.ask(params));
    }
    await other.answer(await ask(other));
    await receiverOfOther.received(1);
    await receiverOfOther.close();
    expect(receiver.got.length).toBeLessThanOrEqual(8);
  });

  it('is never called at an address of our own network, and gets its tokens all the same', async () => {
    const it = await pinged('https://10.0.0.1/hook');
    const request = await ask(it);
    await it.answer(request);
    await until(async () => (await jobs()).length === 0);
    expect(await it.result(request)).toHaveProperty('id_token');
  });

  it('must send a token for the ping', async () => {
    const it = await pinged();
    expect(await told(it.ask())).toMatchObject({ error: 'invalid_request' });
  });
});

describe('FAPI-CIBA', () => {
  let client: CibaClient;
  beforeAll(async () => {
    running = await sharedApplication();
    const user = await activeUser(running, `u-${newId()}`);
    await registerDevice(running, user.sub);
    client = await CibaClient.of(running, user);
  });
  beforeEach(() => db().rows(`DELETE FROM auth.approval`));

  it.each(cibaModules)('%s', async (_name, fails, perform) => {
    expect((await perform(client)).error).toBe(fails);
  });

  it('has each module of the plan here, in another test, or a reason why it does not apply', () => {
    expect(Object.keys(otherModules).length + cibaModules.length).toBe(44);
  });

  it('takes each signed request once, so that none rings a phone again', async () => {
    const sent = { request: await client.request() };
    expect(await told(oidc.initiateBackchannelAuthentication(client.config, sent))).toHaveProperty('auth_req_id');
    expect(await told(oidc.initiateBackchannelAuthentication(client.config, sent))).toMatchObject({
      error: 'invalid_request',
    });
  });

  describe('with a login_hint_token', () => {
    const byHint = async (hint: string) => client.send({ login_hint: undefined, login_hint_token: hint });

    it('takes one that names the user by the id of the enterprise or by the subject, once', async () => {
      const hint = await client.hint();
      expect(await byHint(hint)).toHaveProperty('auth_req_id');
      expect(await byHint(hint)).toMatchObject({ error: 'invalid_request' });
      const subject = { format: 'iss_sub', iss: issuerOf(running.config), sub: client.user.sub };
      expect(await byHint(await client.hint({ sub_id: subject }))).toHaveProperty('auth_req_id');
    });

    it('takes one that ends in a far year', async () => {
      expect(await byHint(await client.hint({ exp: 1e15 }))).toHaveProperty('auth_req_id');
    });

    it.each<[string, object, string]>([
      ['that is over', { exp: Math.floor(Date.now() / 1_000) - 60 }, 'expired_login_hint_token'],
      ['of another client', { iss: 'another' }, 'invalid_request'],
      ['for another server', { aud: 'https://other.example' }, 'invalid_request'],
      ['that names nobody', { sub_id: { format: 'opaque', id: 'nobody' } }, 'unknown_user_id'],
      ['that names a user of another server', { sub_id: { format: 'iss_sub', iss: 'x', sub: 'y' } }, 'unknown_user_id'],
    ])('takes none %s', async (_which, changes, error) => {
      expect(await byHint(await client.hint(changes))).toMatchObject({ error });
    });
  });

  it('gives a token to whoever proves the key, and to nobody else', async () => {
    const { auth_req_id: id = '' } = await client.send();
    expect(await client.poll(id, false)).toMatchObject({ error: 'invalid_grant' });
  });

  it('is told of in the metadata, where requests by value are said to be for nothing else', async () => {
    const answer = await fetchAt(running)(`${issuerOf(running.config)}/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({
      backchannel_authentication_endpoint: `${issuerOf(running.config)}/oauth/bc-authorize`,
      backchannel_token_delivery_modes_supported: ['poll', 'ping'],
      backchannel_user_code_parameter_supported: true,
      backchannel_authentication_request_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256']),
      request_parameter_supported: false,
    });
  });
});
