import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { LOOPBACK_NETWORKS } from '../../../shared/kernel/index.js';
import { Destinations } from '../../../shared/outbound/index.js';
import { HttpOutbound } from '../../../shared/outbound/http-outbound.adapter.js';
import { FcmService } from './fcm.adapter.js';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
let server: Server;
let origin: string;
let service: FcmService;
let tokens = 0;
let answer: { status: number; body: object } = { status: 200, body: { name: 'projects/bank/messages/1' } };
const messages: { path: string; authorization: string | undefined; body: any }[] = [];

/** Imitates Google's token endpoint as it is documented. */
async function grantToken(form: string): Promise<object> {
  const params = new URLSearchParams(form);
  expect(params.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const { payload } = await jwtVerify(params.get('assertion') ?? '', pair.publicKey, {
    algorithms: ['RS256'],
    audience: `${origin}/token`,
    issuer: 'push@bank.example',
  });
  expect(payload['scope']).toBe('https://www.googleapis.com/auth/firebase.messaging');
  expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(3_600);
  return { access_token: `token-${++tokens}`, expires_in: 3_599, token_type: 'Bearer' };
}

let now = Date.now();
const clock = { now: () => new Date(now) };

const send = (changes: object = {}, signal = new AbortController().signal) =>
  service.send(
    {
      enterpriseId: 'acme',
      notificationUuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
      pushToken: 'device-token',
      subject: 'Meridian Bank',
      message: 'There is something for you to answer.',
      expiresAt: new Date(now + 60_000),
      ...changes,
    },
    signal,
  );

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (request.url === '/token') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await grantToken(body)));
        return;
      }
      messages.push({ path: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = {
    project_id: 'bank',
    client_email: 'push@bank.example',
    private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${origin}/token`,
  };
  service = new FcmService(new HttpOutbound(new Destinations(LOOPBACK_NETWORKS, true)), account, origin, clock);
});
afterAll(() => void server.close());

const error = (status: number, code: string) => ({
  status,
  body: { error: { code: status, details: [{ errorCode: code }] } },
});

describe('FCM', () => {
  it('takes a hint as its HTTP v1 API has it, with one token for many', async () => {
    expect(await Promise.all([send(), send()])).toEqual(['taken', 'taken']);
    expect(await send()).toBe('taken');
    expect(messages.at(-1)).toEqual({
      path: '/v1/projects/bank/messages:send',
      authorization: 'Bearer token-1',
      body: {
        message: {
          token: 'device-token',
          notification: { title: 'Meridian Bank', body: 'There is something for you to answer.' },
          data: { notification_uuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77' },
          android: {
            priority: 'HIGH',
            ttl: '60s',
            collapse_key: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
          },
        },
      },
    });
    expect(tokens).toBe(1);
  });

  it('gets a new token in the last minute of the old one, by our clock', async () => {
    now += 3_538_000;
    await send();
    expect(tokens).toBe(1);
    now += 1_000;
    await send();
    expect([messages.at(-1)?.authorization, tokens]).toEqual(['Bearer token-2', 2]);
  });

  it('gets a new token when the old one is refused', async () => {
    answer = error(401, 'UNAUTHENTICATED');
    await expect(send()).rejects.toThrow('401');
    answer = { status: 200, body: {} };
    expect(await send()).toBe('taken');
    expect([messages.at(-1)?.authorization, tokens]).toEqual(['Bearer token-3', 3]);
  });

  it('gives the others their token when the push that asked for it is given up', async () => {
    now += 3_600_000;
    const givenUp = new AbortController();
    const [first, second] = [send({}, givenUp.signal), send()];
    givenUp.abort();
    await expect(first).rejects.toThrow();
    expect(await second).toBe('taken');
  });

  it('keeps a hint for four weeks at most, as Google refuses a longer time', async () => {
    answer = { status: 200, body: {} };
    await send({ expiresAt: new Date(now + 30 * 86_400_000) });
    expect(messages.at(-1)?.body.message.android.ttl).toBe('2419200s');
  });

  it.each([
    [404, 'UNREGISTERED'],
    [403, 'SENDER_ID_MISMATCH'],
  ])('says by %i %s that the device is gone', async (status, code) => {
    answer = error(status, code);
    expect(await send()).toBe('gone');
  });

  it.each([
    [429, 'QUOTA_EXCEEDED', 'Error'],
    [503, 'UNAVAILABLE', 'Error'],
    [400, 'INVALID_ARGUMENT', 'PushRefused'],
    [404, 'NOT_FOUND', 'PushRefused'],
  ])('fails with %i %s by %s', async (status, code, name) => {
    answer = error(status, code);
    await expect(send()).rejects.toMatchObject({ name });
  });
});
