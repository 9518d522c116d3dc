import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from './events.js';
import { webhookMiddleware } from './middleware.js';

const SECRET = `whsec_${Buffer.from('s'.repeat(32)).toString('base64')}`;
const EVENT = JSON.stringify({ type: 'idv.finished', timestamp: 'x', data: { userId: 'jane.doe' } });
const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(app: RequestListener): Promise<string> {
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

function post(url: string, body = EVENT, { id = 'm-1', at = new Date(), secret = SECRET } = {}) {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(Math.floor(at.getTime() / 1_000) * 1_000), body),
  };
  return fetch(url, { method: 'POST', body, headers });
}

function receiver(options = {}) {
  const got: WebhookEvent[] = [];
  const errors: unknown[] = [];
  const onEvent = (event: WebhookEvent) => void got.push(event);
  const middleware = webhookMiddleware({
    secrets: SECRET,
    onEvent,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { got, errors, middleware };
}

describe.each([
  [
    'a plain server',
    (middleware: any): RequestListener =>
      (request, response) =>
        void middleware(request, response),
  ],
  ['Express', (middleware: any): RequestListener => express().post('/hooks', middleware)],
  [
    'Express behind express.raw()',
    (middleware: any): RequestListener => express().use(express.raw({ type: () => true }), middleware),
  ],
])('Webhooks that come by %s', (_name, serving) => {
  it('are handed over once each, and answered 204', async () => {
    const { got, middleware } = receiver();
    const url = await listen(serving(middleware));
    const answers = [await post(url), await post(url), await post(url, EVENT, { id: 'm-2' })];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(got).toEqual([JSON.parse(EVENT), JSON.parse(EVENT)]);
  });

  it('are refused when they are not genuine, and nothing is handed over', async () => {
    const { got, errors, middleware } = receiver();
    const url = await listen(serving(middleware));
    const answers = [
      await post(url, EVENT, { secret: `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}` }),
      await post(url, EVENT, { at: new Date(Date.now() - 600_000) }),
      await fetch(url, { method: 'POST', body: EVENT }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(errors.map((error: any) => error.reason)).toEqual(['signature', 'timestamp', 'headers']);
    expect(got).toEqual([]);
  });
});

const plainly =
  (middleware: any): RequestListener =>
  (request, response) =>
    void middleware(request, response);

describe('A webhook', () => {
  it('comes again after the receiver has failed', async () => {
    let tries = 0;
    const onEvent = () => {
      tries += 1;
      if (tries === 1) throw new Error('no disk');
    };
    const { errors, middleware } = receiver({ onEvent });
    const url = await listen(plainly(middleware));
    expect([(await post(url)).status, (await post(url)).status, (await post(url)).status]).toEqual([500, 204, 204]);
    expect(tries).toBe(2);
    expect(errors).toMatchObject([{ message: 'no disk' }]);
  });

  it('that was parsed before is an error of the receiver, which says what to do', async () => {
    const { errors, middleware } = receiver();
    const url = await listen(express().use(express.json(), middleware as never));
    expect((await post(url)).status).toBe(500);
    expect(errors).toMatchObject([{ message: expect.stringContaining('Mount the webhooks before it') }]);
  });

  it('is a POST', async () => {
    const { middleware } = receiver();
    const answer = await fetch(await listen(plainly(middleware)));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is not lost when nobody is there for its kind', async () => {
    const { errors, middleware } = receiver();
    const callback = JSON.stringify({ notification_uuid: 'n' });
    expect((await post(await listen(plainly(middleware)), callback)).status).toBe(500);
    expect(errors).toMatchObject([{ message: expect.stringContaining('onCallback') }]);
  });

  it('may be as large as the receiver says, and is not read any further', async () => {
    const { errors, middleware } = receiver({ maxBytes: 1_000 });
    const { hostname, port } = new URL(await listen(plainly(middleware)));
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write('POST /hooks HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`); // the body is left unfinished
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
    expect(errors).toMatchObject([{ reason: 'too-large' }]);
  });

  it('that breaks off is an error, and the receiver goes on', async () => {
    const { errors, middleware } = receiver();
    const url = new URL(await listen(plainly(middleware)));
    const socket = connect(Number(url.port), url.hostname);
    socket.write('POST /hooks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf');
    await once(socket, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await post(url.href)).status).toBe(204);
  });
});
