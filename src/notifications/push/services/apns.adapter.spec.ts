import { generateKeyPairSync } from 'node:crypto';
import http2, { type Http2Server, type IncomingHttpHeaders, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { jwtVerify } from 'jose';
import { ApnsService } from './apns.adapter.js';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const received: { headers: IncomingHttpHeaders; body: any }[] = [];
const sessions: ServerHttp2Session[] = [];
const SILENT = -1;
let answer: { status: number; reason?: string } = { status: 200 };
let server: Http2Server;
let service: ApnsService;
let now = Date.now();
const clock = { now: () => new Date(now) };

const TOKEN = 'ab12'.repeat(16);
const send = (changes: object = {}, signal = new AbortController().signal) =>
  service.send(
    {
      enterpriseId: 'acme',
      notificationUuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
      pushToken: TOKEN,
      subject: 'Meridian Bank',
      message: 'There is something for you to answer.',
      expiresAt: new Date(1_900_000_000_500),
      ...changes,
    },
    signal,
  );
const bearer = () => String(received.at(-1)?.headers.authorization);

beforeAll(async () => {
  server = http2.createServer();
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    void text(stream).then((body) => {
      received.push({ headers, body: JSON.parse(body) });
      if (answer.status === 0) {
        stream.session?.destroy();
        return;
      }
      if (answer.status === SILENT) return;
      stream.respond({ ':status': answer.status, 'apns-id': String(headers['apns-id']) });
      stream.end(answer.reason ? JSON.stringify({ reason: answer.reason }) : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const account = {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyId: 'KEY1234567',
    teamId: 'TEAM123456',
    topic: 'example.bank.app',
  };
  service = new ApnsService(account, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, clock);
});
beforeEach(() => void (answer = { status: 200 }));
afterAll(async () => {
  await service.close();
  server.close();
});

describe('APNs', () => {
  it('takes a hint as its HTTP/2 API has it', async () => {
    expect(await send()).toBe('taken');
    const { headers, body } = received.at(-1)!;
    expect(headers).toMatchObject({
      ':method': 'POST',
      ':path': `/3/device/${TOKEN}`,
      'apns-topic': 'example.bank.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': '1900000000',
      'apns-collapse-id': '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
      'apns-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(body).toEqual({
      aps: { alert: { title: 'Meridian Bank', body: 'There is something for you to answer.' }, sound: 'default' },
      notification_uuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
    });
    const { payload, protectedHeader } = await jwtVerify(bearer().replace('bearer ', ''), pair.publicKey);
    expect([protectedHeader.alg, protectedHeader.kid, payload.iss, typeof payload.iat]).toEqual([
      'ES256',
      'KEY1234567',
      'TEAM123456',
      'number',
    ]);
  });

  it('is called over one connection, with one provider token', async () => {
    await send();
    const first = bearer();
    await Promise.all([send(), send(), send()]);
    expect([bearer(), sessions.length]).toEqual([first, 1]);
  });

  it('gets a new provider token after 40 minutes by our clock', async () => {
    await send();
    const first = bearer();
    now += 40 * 60_000 - 1;
    await send();
    expect(bearer()).toBe(first);
    now += 1;
    await send();
    expect(bearer()).not.toBe(first);
  });

  it('is called over a new connection when the old one is lost, and fails only what was under way', async () => {
    answer = { status: 0 };
    await expect(send()).rejects.toThrow();
    answer = { status: 200 };
    expect(await send()).toBe('taken');
    sessions.at(-1)?.goaway();
    // A request sent before the client has received the GOAWAY frame is refused, so the test tries again.
    const tried = (): Promise<string> => send().catch(tried);
    expect(await tried()).toBe('taken');
  });

  it('is called over a new connection after a push that it has not answered in time', async () => {
    await service.close();
    const connect = jest.spyOn(http2, 'connect');
    await send();
    const request = jest.spyOn(connect.mock.results[0]?.value, 'request');
    answer = { status: SILENT };
    const before = received.length;
    const unanswered = send();
    while (received.length === before) await setImmediate();
    request.mock.results[0]?.value.emit('timeout');
    await expect(unanswered).rejects.toThrow('Apple did not answer in time');
    answer = { status: 200 };
    expect(await send()).toBe('taken');
    expect(connect).toHaveBeenCalledTimes(2);
    connect.mockRestore();
  });

  it('gets a new provider token when the old one has expired', async () => {
    await send();
    answer = { status: 403, reason: 'ExpiredProviderToken' };
    const before = bearer();
    await expect(send()).rejects.toThrow('ExpiredProviderToken');
    answer = { status: 200 };
    await send();
    expect(bearer()).not.toBe(before);
  });

  it.each([
    [410, 'Unregistered'],
    [400, 'BadDeviceToken'],
    [400, 'DeviceTokenNotForTopic'],
  ])('says by %i %s that the device is gone', async (status, reason) => {
    answer = { status, reason };
    expect(await send()).toBe('gone');
  });

  it.each([
    [429, 'TooManyRequests', 'Error'],
    [503, 'Shutdown', 'Error'],
    [403, 'InvalidProviderToken', 'PushRefused'],
    [400, 'PayloadEmpty', 'PushRefused'],
  ])('fails with %i %s by %s', async (status, reason, name) => {
    answer = { status, reason };
    await expect(send()).rejects.toMatchObject({ name });
  });

  it('is not asked about what can be no token of a device', async () => {
    const before = received.length;
    expect(await send({ pushToken: '../../etc' })).toBe('gone');
    expect(received).toHaveLength(before);
  });

  it('fails, and the process lives, when nobody listens', async () => {
    const account = {
      key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      keyId: 'k',
      teamId: 't',
      topic: 'x',
    };
    const nowhere = new ApnsService(account, 'http://127.0.0.1:1', clock);
    const hint = {
      enterpriseId: 'acme',
      notificationUuid: 'n',
      pushToken: TOKEN,
      subject: 's',
      message: 'm',
      expiresAt: new Date(),
    };
    await expect(nowhere.send(hint, new AbortController().signal)).rejects.toThrow();
  });
});
