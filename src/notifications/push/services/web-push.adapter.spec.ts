import { createECDH, createPublicKey, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import webPush from 'web-push';
import { LOOPBACK_NETWORKS } from '../../../shared/kernel/index.js';
import { Destinations } from '../../../shared/outbound/index.js';
import { HttpOutbound } from '../../../shared/outbound/http-outbound.adapter.js';
import { WebPushService } from './web-push.adapter.js';

/** The library with which `web-push` encrypts. Here it decrypts the messages, as browsers do. */
const ece = createRequire(import.meta.url)('http_ece') as { decrypt(body: Buffer, options: object): Buffer };

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service according to RFC 8030, and the browser that receives its messages. */
const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const received: Received[] = [];
let answer = 201;
let server: Server;
let origin: string;

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
let now = Date.now();
const clock = { now: () => new Date(now) };
const vapid = { subject: 'mailto:ops@bank.example', publicKey, privateKey };
const service = new WebPushService(new HttpOutbound(new Destinations(LOOPBACK_NETWORKS, true)), vapid, clock);
const subscription = () =>
  JSON.stringify({
    endpoint: `${origin}/push/abc`,
    expirationTime: null,
    keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
  });
const hint = (changes: object = {}) => ({
  enterpriseId: 'acme',
  notificationUuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
  pushToken: subscription(),
  subject: 'Meridian Bank',
  message: 'There is something for you to answer.',
  expiresAt: new Date(now + 60_000),
  ...changes,
});
const send = (changes: object = {}) => service.send(hint(changes), new AbortController().signal);

beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('Web Push', () => {
  it('carries a hint that only the browser can read, from a server that shows who it is', async () => {
    expect(await send()).toBe('taken');
    const { path, headers, body } = received.at(-1)!;
    expect([path, headers['content-encoding'], headers['urgency'], headers['ttl']]).toEqual([
      '/push/abc',
      'aes128gcm',
      'high',
      '60',
    ]);
    const plain = ece.decrypt(body, {
      version: 'aes128gcm',
      privateKey: browser,
      authSecret: auth.toString('base64url'),
    });
    expect(JSON.parse(plain.toString())).toEqual({
      title: 'Meridian Bank',
      body: 'There is something for you to answer.',
      notification_uuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
    });
    const [, token = '', k = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(k).toBe(publicKey);
    const raw = Buffer.from(publicKey, 'base64url');
    const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'));
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const { payload } = await jwtVerify(token, key, { audience: origin, algorithms: ['ES256'] });
    expect(payload.sub).toBe('mailto:ops@bank.example');
    expect(payload.exp! - Date.now() / 1_000).toBeLessThanOrEqual(86_400);
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [200, 'taken'],
  ])('takes %i for: %s', async (status, outcome) => {
    answer = status;
    expect(await send()).toBe(outcome);
  });

  it.each([
    [429, 'Error'],
    [503, 'Error'],
    [400, 'PushRefused'],
    [413, 'PushRefused'],
    [301, 'PushRefused'],
  ])('fails on %i by %s', async (status, name) => {
    answer = status;
    await expect(send()).rejects.toMatchObject({ name });
  });

  it.each([['no JSON'], ['{}'], ['null'], ['{"endpoint":"nowhere","keys":{"p256dh":"a","auth":"b"}}']])(
    'has no use for the subscription %s',
    async (pushToken) => {
      expect(await send({ pushToken })).toBe('gone');
    },
  );

  it('is kept by the push service for as long as it is of use by our clock', async () => {
    const expiresAt = new Date(now + 60_000);
    now += 45_000;
    answer = 201;
    await send({ expiresAt });
    expect(received.at(-1)!.headers['ttl']).toBe('15');
  });

  it('is kept for four weeks at most, as push services refuse a longer time', async () => {
    await send({ expiresAt: new Date(now + 30 * 86_400_000) });
    expect(received.at(-1)!.headers['ttl']).toBe('2419200');
  });

  it('is never sent to an address that only we can reach', async () => {
    const guarded = new WebPushService(new HttpOutbound(new Destinations([], false)), vapid, clock);
    await expect(guarded.send(hint(), new AbortController().signal)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('refuses keys that nothing can be encrypted for', async () => {
    const pushToken = JSON.stringify({ endpoint: `${origin}/x`, keys: { p256dh: 'AAAA', auth: 'BBBB' } });
    await expect(send({ pushToken })).rejects.toMatchObject({ name: 'PushRefused' });
  });
});
