import { postmanCollection } from '../../../scripts/lib/postman.mjs';
import { knownScopes } from '../../../src/auth/tokens/token-plan.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { activeUser, registerDevice } from '../../support/devices.js';
import { call } from '../../support/raw-http.js';
import { samplesOf, type Sample } from '../../support/reference-samples.js';
import { TestOperator } from '../../support/operators.js';
import { portalOf, type Answer, type Portal } from '../../support/tokens.js';
import { TEST, Verifications } from '../../support/verifications.js';

type ApiDocument = Readonly<Record<string, any>>;

let running: TestApplication;
let document: ApiDocument;
let samples: readonly Sample[];
let administrator: Portal;
let live: Portal;
let portal: Portal;

/** Sends all that the API reference offers for an operation; the path names what was made before. */
async function tryAll(operation: string, path: string, by = portal): Promise<Answer[]> {
  const [method = ''] = operation.split(' ');
  const answers: Answer[] = [];
  for (const { name, body } of samples.filter((sample) => sample.operation === operation)) {
    const answer = await by[method.toLowerCase() as 'post' | 'put' | 'patch'](path, body);
    tried.add(operation);
    expect({ operation, name, refused: answer.status < 300 ? null : answer.body }).toEqual({
      operation,
      name,
      refused: null,
    });
    answers.push(answer);
  }
  return answers;
}
const tried = new Set<string>();

describe('Examples of the API reference, sent as they stand,', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { CLIENT_REGISTRATION: 'true' } });
    document = JSON.parse((await call(running.url('management'), '/openapi.json')).text) as ApiDocument;
    samples = samplesOf(document);
    administrator = await portalOf(running, { scopes: knownScopes, administrator: true });
    live = await portalOf(running, { scopes: knownScopes });
    portal = await portalOf(running, { scopes: knownScopes, test: true });
  });
  afterAll(() => running.close());

  it('makes clients and changes them', async () => {
    const [made] = await tryAll('POST /v1/clients', '/v1/clients', administrator);
    const path = `/v1/clients/${made!.body.clientId}`;
    await tryAll('PATCH /v1/clients/{clientId}', path, administrator);
    await tryAll('POST /v1/clients/{clientId}/secrets', `${path}/secrets`, administrator);
  });

  it('makes a type of authorization details and changes it', async () => {
    const [made] = await tryAll('POST /v1/authorizationDetailTypes', '/v1/authorizationDetailTypes');
    const path = `/v1/authorizationDetailTypes/${made!.body.type}`;
    await tryAll('PATCH /v1/authorizationDetailTypes/{type}', path);
  });

  it('registers an API and changes it', async () => {
    const [made] = await tryAll('POST /v1/apis', '/v1/apis');
    await tryAll('PATCH /v1/apis/{id}', `/v1/apis/${made!.body.id}`);
  });

  it('makes a token by which a client registers itself', async () => {
    await tryAll('POST /v1/initialAccessTokens', '/v1/initialAccessTokens');
  });

  it('makes an enterprise and changes it', async () => {
    await tryAll('POST /v1/enterprises', '/v1/enterprises', administrator);
    await tryAll('PATCH /v1/enterprises/{enterpriseId}', '/v1/enterprises/acme', administrator);
  });

  it('enrols users, verifies and changes them', async () => {
    await tryAll('POST /v1/users', '/v1/users');
    const [batch] = await tryAll('POST /v1/userBatches', '/v1/userBatches');
    expect(batch!.body).toMatchObject({ created: 2, refused: 0 });
    await tryAll('POST /v1/userActions', '/v1/userActions');
    await tryAll('PATCH /v1/users/{userId}', '/v1/users/jane.doe');
    await tryAll('POST /v1/idvWebTokens', '/v1/idvWebTokens');
  });

  it('makes a template, and asks a user who can answer', async () => {
    await tryAll('POST /v1/notificationTemplates', '/v1/notificationTemplates', live);
    await tryAll('PUT /v1/notificationTemplates/{templateId}', '/v1/notificationTemplates/payment', live);
    await tryAll(
      'POST /v1/notificationTemplates/{templateId}/preview',
      '/v1/notificationTemplates/payment/preview',
      live,
    );
    await activeUser(running, 'jane.doe');
    await tryAll('POST /v1/notifications', '/v1/notifications', live);
  });

  it('changes a device', async () => {
    const { sub } = await activeUser(running, 'with.device', TEST);
    const { deviceId } = await registerDevice(running, sub);
    await tryAll('PATCH /v1/users/{userId}/devices/{deviceId}', `/v1/users/with.device/devices/${deviceId}`);
  });

  it('blocks a user', async () => {
    await tryAll('PUT /v1/users/{userId}/status', '/v1/users/jane.doe/status');
  });

  it('decides a review', async () => {
    const { sessionId } = await (await Verifications.of(running)).inReview();
    await tryAll('POST /v1/idvReviews/{reviewId}/decision', `/v1/idvReviews/${sessionId}/decision`);
  });

  it('makes a webhook endpoint and changes it', async () => {
    const [made] = await tryAll('POST /v1/webhookEndpoints', '/v1/webhookEndpoints');
    const path = `/v1/webhookEndpoints/${made!.body.endpointId}`;
    await tryAll('PATCH /v1/webhookEndpoints/{endpointId}', path);
    await tryAll('POST /v1/webhookEndpoints/{endpointId}/replayFailed', `${path}/replayFailed`);
    await tryAll('POST /v1/webhookEndpoints/{endpointId}/rotateSecret', `${path}/rotateSecret`);
  });

  it('makes a stream of shared signals, and works with it', async () => {
    const [made] = await tryAll('POST /v1/ssf/streams', '/v1/ssf/streams');
    const { stream_id } = made!.body;
    const named = (method: 'post' | 'put' | 'patch') => (path: string, body: unknown) =>
      portal[method](path, { ...(body as object), stream_id, iss: undefined, aud: undefined });
    const by = { ...portal, post: named('post'), put: named('put'), patch: named('patch') };
    for (const operation of [
      ...['PATCH /v1/ssf/streams', 'PUT /v1/ssf/streams', 'POST /v1/ssf/status', 'POST /v1/ssf/verify'],
      ...['POST /v1/ssf/subjects/add', 'POST /v1/ssf/subjects/remove'],
    ])
      await tryAll(operation, operation.split(' ')[1]!, by);
    await portal.patch('/v1/ssf/streams', { stream_id, delivery: { method: 'urn:ietf:rfc:8936' } });
    await tryAll('POST /v1/ssf/streams/{stream_id}/events', `/v1/ssf/streams/${stream_id}/events`);
  });

  it('exports what is held about a user, and many users, and refuses what a colleague asked for', async () => {
    const path = '/v1/users/jane.doe/export';
    await tryAll('POST /v1/users/{userId}/export', path);
    await tryAll('POST /v1/userExports', '/v1/userExports');
    const [asker, second] = [
      await TestOperator.with(running, ['support']),
      await TestOperator.with(running, ['owner']),
    ];
    const side = { data: 'test' };
    const [{ body: reason } = { body: {} }] = samples.filter(({ operation }) => operation.endsWith('/export'));
    const { body } = await asker.call('POST', `/api${path}`, reason as object, side);
    const post = (to: string, sent: unknown) => second.call('POST', `/api${to}`, sent as object, side);
    const refusal = `/v1/fourEyes/${body.id}/refusal`;
    await tryAll('POST /v1/fourEyes/{requestId}/refusal', refusal, { ...portal, post });
  });

  it('invites an operator and changes them', async () => {
    const [made] = await tryAll('POST /v1/operators', '/v1/operators', administrator);
    await tryAll('PATCH /v1/operators/{operatorId}', `/v1/operators/${made!.body.id}`, administrator);
  });

  it("changes an operator's own alarms", async () => {
    const operator = await TestOperator.with(running, ['owner']);
    const put = (to: string, sent: unknown) => operator.call('PUT', `/api${to}`, sent as object);
    await tryAll('PUT /v1/me/alarms', '/v1/me/alarms', { ...portal, put });
  });

  it('replaces the keys that sign', async () => {
    await tryAll('POST /v1/keys/rotation', '/v1/keys/rotation', administrator);
  });

  it('leaves out no operation that has a body', () => {
    expect(new Set(samples.map(({ operation }) => operation))).toEqual(tried);
  });

  it('are those of the collection for Postman, which has every operation once', () => {
    const folders = postmanCollection(document).item;
    const requests = folders.flatMap(({ item }) => item.map(({ request }) => request));
    const named = requests.map(({ method, url, body }) => ({
      operation: `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`,
      body: body && (JSON.parse(body.raw) as unknown),
    }));
    const operations = Object.entries<object>(document['paths']).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(named.map(({ operation }) => operation).sort()).toEqual(operations.sort());
    const firstOf = (operation: string) => samples.find((sample) => sample.operation === operation)?.body;
    expect(named).toEqual(named.map(({ operation }) => ({ operation, body: firstOf(operation) })));
    expect(requests.flatMap(({ url }) => url.variable).filter(({ value }) => value === '')).toEqual([]);
  });
});
