import { once } from 'node:events';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { defer, type Observable } from 'rxjs';
import { WebSocket } from 'ws';
import { WithoutToken } from '../shared/auth-guard/index.js';
import { currentContext } from '../shared/kernel/index.js';
import { LARGEST_MESSAGE, SurfaceSocketAdapter } from './websocket.adapter.js';
import { whileTimeStands } from '../../test/support/clock.js';
import { startTestApplication, type TestApplication } from '../../test/support/application.js';
import { bodyOf, exchange } from '../../test/support/raw-http.js';

@WithoutToken('a test')
@WebSocketGateway({ path: '/mobile/v1/echo' })
class EchoGateway {
  @SubscribeMessage('echo')
  echo(@ConnectedSocket() _client: WebSocket, @MessageBody() data: unknown): object {
    return { event: 'echoed', data };
  }

  connectedIn: string | undefined;
  disconnectedIn: Promise<string | undefined> | undefined;
  #ended: (requestId: string | undefined) => void = () => undefined;

  handleConnection(): void {
    this.connectedIn = currentContext()?.requestId;
    this.disconnectedIn = new Promise((resolve) => (this.#ended = resolve));
  }

  handleDisconnect(): void {
    this.#ended(currentContext()?.requestId);
  }

  @SubscribeMessage('context')
  context(): Observable<object> {
    const inHandler = currentContext();
    return defer(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { event: 'context', data: [inHandler, currentContext()] };
    });
  }
}

const start = (options: Parameters<typeof startTestApplication>[0] = {}) =>
  startTestApplication({ providers: [EchoGateway], ...options });
let running: TestApplication;

const dial = (at: TestApplication, path = '/mobile/v1/echo', headers = {}, surface: 'mobile' | 'idv' = 'mobile') =>
  new WebSocket(at.url(surface, path).replace('http', 'ws'), { headers });
const opened = async (...given: Parameters<typeof dial>): Promise<WebSocket> => {
  const socket = dial(...given);
  await once(socket, 'open');
  return socket;
};
const refusal = async (...given: Parameters<typeof dial>): Promise<number | undefined> => {
  const socket = dial(...given);
  const [, answer] = (await once(
    socket.on('error', () => undefined),
    'unexpected-response',
  )) as [unknown, { statusCode?: number; destroy(): void }];
  answer.destroy();
  return answer.statusCode;
};
const ask = async (socket: WebSocket, event: string, data?: unknown): Promise<any> => {
  socket.send(JSON.stringify({ event, data }));
  const [answer] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(answer.toString());
};

describe('Sockets', () => {
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.close());

  describe('A gateway', () => {
    it('is reached by its path on the mobile listener', async () => {
      const socket = await opened(running);
      expect(await ask(socket, 'echo', { a: 1 })).toEqual({ event: 'echoed', data: { a: 1 } });
      socket.terminate();
    });

    it.each([
      ['by another path', '/mobile/v1/other', 'mobile'],
      ['by a path that only begins like it', '/mobile/v1/echo/x', 'mobile'],
      ['by a path that is no path of the surface', '/v1/socket', 'mobile'],
      ['on another surface', '/mobile/v1/echo', 'idv'],
      ['on another surface by a path of its own', '/IdvWebServer/socket', 'idv'],
    ] as const)('is not reached %s', async (_how, path, surface) => {
      expect(await refusal(running, path, {}, surface)).toBe(404);
    });

    it('answers a handshake that is none by a problem', async () => {
      const head = 'GET /mobile/v1/echo HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
      for (const wrong of ['Sec-WebSocket-Version: 13\r\n\r\n', 'Host: y\r\nSec-WebSocket-Version: 13\r\n\r\n']) {
        const answer = await exchange(running.url('mobile'), head + wrong);
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(bodyOf(answer)['code']).toBe('kernel/broken-syntax');
      }
    });

    it('takes messages of 64 KiB and none that are longer', async () => {
      const socket = await opened(running);
      const frame = JSON.stringify({ event: 'echo', data: '' }).length;
      const longest = 'x'.repeat(LARGEST_MESSAGE - frame);
      expect((await ask(socket, 'echo', longest)).data).toBe(longest);
      socket.send('x'.repeat(LARGEST_MESSAGE + 1));
      const [code] = (await once(socket, 'close')) as [number];
      expect(code).toBe(4429);
    });

    it('outlives what is no message of its kind', async () => {
      const socket = await opened(running);
      for (const nonsense of ['', 'null', '[]', '{"event":"toString"}', '{"event":{"a":1}}', '\0'])
        socket.send(nonsense);
      expect((await ask(socket, 'echo', 'still here')).data).toBe('still here');
      socket.terminate();
    });

    it('handles each message in a context of its own: an id, and the trace and the address of the handshake', async () => {
      const traceId = '0af7651916cd43dd8448eb211c80319c';
      const headers = { 'x-request-id': 'handshake', traceparent: `00-${traceId}-b7ad6b7169203331-01` };
      const socket = await opened(running, '/mobile/v1/echo', headers);
      const [first, second] = [await ask(socket, 'context'), await ask(socket, 'context')];
      for (const { data } of [first, second]) {
        const expected = { requestId: expect.any(String), traceId, address: '127.0.0.1' };
        expect(data).toEqual([expect.objectContaining(expected), data[0]]);
      }
      expect(new Set(['handshake', first.data[0].requestId, second.data[0].requestId]).size).toBe(3);
      const gateway = running.app.get(EchoGateway);
      expect(gateway.connectedIn).toBe('handshake');
      socket.terminate();
      expect(await gateway.disconnectedIn).toBe('handshake');
    });

    it('ends sockets that answer no ping, and no others', async () => {
      const [silent, alive] = [await opened(running), await opened(running)];
      const adapter = running.app.get(SurfaceSocketAdapter);
      (silent as unknown as { pong(): void }).pong = () => undefined;
      const pinged = [once(alive, 'ping'), once(silent, 'ping')];
      adapter.ping();
      await Promise.all(pinged);
      await ask(alive, 'echo'); // the server receives the pong before this message
      adapter.ping();
      expect(((await once(silent, 'close')) as [number])[0]).toBe(1006);
      expect(await ask(alive, 'echo', 1)).toMatchObject({ data: 1 });
      alive.terminate();
    });
  });

  it('Handshakes count against the limit of their address', async () => {
    const env = { ADDRESS_RATE_LIMIT: '1', ADDRESS_RATE_BURST: '2' };
    const limited = await start({ env, database: running.database });
    try {
      await whileTimeStands(async () => {
        const sockets = [await opened(limited), await opened(limited)];
        expect(await refusal(limited)).toBe(429);
        sockets.forEach((socket) => socket.terminate());
      });
    } finally {
      await limited.close();
    }
  });

  it('At the end open sockets are closed by 1001, and no others are opened', async () => {
    const ending = await start({ database: running.database });
    const socket = await opened(ending);
    const closed = once(socket, 'close') as Promise<[number]>;
    const ended = ending.listeners.close(60_000);
    expect((await closed)[0]).toBe(1001);
    await ended;
    await expect(opened(ending)).rejects.toThrow('ECONNREFUSED');
    await ending.close();
  });
});
