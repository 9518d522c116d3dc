import { Readable } from 'node:stream';
import { Body, Controller, Get, Post, StreamableFile } from '@nestjs/common';
import { Agent, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WithoutToken } from '../shared/auth-guard/index.js';
import { ConnectionLimit } from './connection-limit.js';
import type { SurfaceName } from '../shared/http/index.js';
import { startTestApplication, type TestApplication } from '../../test/support/application.js';
import { logged } from '../../test/support/logged.js';
import { bodyOf, call, exchange } from '../../test/support/raw-http.js';

const held: (() => void)[] = [];

@WithoutToken('a test')
@Controller('v1/slow')
class SlowController {
  @Get()
  async wait(): Promise<object> {
    await new Promise<void>((resolve) => held.push(resolve));
    return { done: true };
  }

  @Get('file')
  file(): StreamableFile {
    return new StreamableFile(Readable.from(Array<Buffer>(1_000).fill(Buffer.alloc(65_536))));
  }

  @Post()
  take(@Body() body: object): object {
    return body;
  }
}

let running: TestApplication;
const start = () => startTestApplication({ controllers: [SlowController], env: { REQUEST_TIMEOUT: '2' } });

const until = async (met: () => boolean) => {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const GET = 'GET /v1/slow HTTP/1.1\r\nHost: x\r\n';
const POST = 'POST /v1/slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n';

describe('Connections', () => {
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.close());

  describe('Bytes that are no request', () => {
    it.each([
      ['no HTTP at all', 'hello\r\n\r\n'],
      ['an unknown method', 'MAKE /v1/slow HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a control character in a header', `${GET}X-A: a\x01b\r\n\r\n`],
      ['a header without a colon', `${GET}Nonsense\r\n\r\n`],
      ['a space before the colon', `${GET}Content-Length : 1\r\n\r\n`],
      ['a folded header', `${GET}X-A: a\r\n b: c\r\n\r\n`],
      ['a bare line feed', `${GET}X-A: a\nX-B: b\r\n\r\n`],
      ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
      ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      ['a negative length', `${POST}Content-Length: -1\r\n\r\n`],
      ['a length that is no number', `${POST}Content-Length: 0x2\r\n\r\n{}`],
      ['chunks that are not the last coding', `${POST}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
      ['a chunk of no length', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
      ['another version', 'GET /v1/slow HTTP/3.7\r\nHost: x\r\n\r\n'],
      ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ])('are answered 400 and the connection ends: %s', async (_what, bytes) => {
      const answer = await exchange(running.url('management'), Buffer.from(bytes, 'latin1'));
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer).toMatch(/\r\nConnection: close\r\n/);
      expect(answer).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
      expect(bodyOf(answer)).toEqual({
        type: 'https://management.test/docs/problems/kernel/broken-syntax',
        title: 'The request cannot be parsed',
        status: 400,
        code: 'kernel/broken-syntax',
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
      });
    });

    it('are answered 431 when they are headers without end, be it one, many, or the target', async () => {
      const bombs = [
        `${GET}X-A: ${'a'.repeat(1_000_000)}\r\n\r\n`,
        `${GET}${'X-A: a\r\n'.repeat(100_000)}\r\n`,
        `GET /v1/slow?${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      ];
      for (const bomb of bombs) {
        const answer = await exchange(running.url('management'), bomb);
        expect(answer).toMatch(/^HTTP\/1\.1 431 /);
        expect(bodyOf(answer)['code']).toBe('kernel/headers-too-large');
      }
    });
  });

  describe('A request that does not arrive', () => {
    it.each([
      ['its first line', 'GET /v1/sl'],
      ['its headers', `${GET}X-A: a\r\n`],
      ['its body', `${POST}Content-Length: 10\r\n\r\n{`],
      ['its chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
    ])('is answered 408 when it stops in %s', async (_where, bytes) => {
      const answer = await exchange(running.url('management'), bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(bodyOf(answer)['code']).toBe('kernel/timeout');
    });

    it('is answered 408 also when it keeps coming in drops', async () => {
      const { hostname, port } = new URL(running.url('management'));
      const socket = connect(Number(port), hostname, () => socket.write(GET));
      const drops = setInterval(() => socket.write('X-A: a\r\n'), 100);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      clearInterval(drops);
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
      socket.destroy();
    });
  });

  describe('A caller that asks before it sends', () => {
    const expectation = (length: number) => `${POST}Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;

    it('is told to go on', async () => {
      const answer = await exchange(running.url('management'), expectation(8), '{"a": 1}');
      expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    });

    it('is spared what is too large', async () => {
      const answer = await exchange(running.url('management'), expectation(3_000_000));
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    });

    it('is served when it expects something else', async () => {
      const answer = await exchange(
        running.url('management'),
        `${POST}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    });
  });

  describe('A caller that leaves', () => {
    const form = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
      'Content-Length: 1000\r\n\r\ngrant_type=client';
    /** Connects, sends the bytes, and disconnects as soon as `until` has resolved. */
    const visit = async (surface: SurfaceName, bytes: string, until: (socket: Socket) => Promise<unknown>) => {
      const socket = connect(Number(new URL(running.url(surface)).port), '127.0.0.1', () => socket.write(bytes));
      await until(socket);
      socket.destroy();
    };
    const sent = (socket: Socket) => once(socket, 'connect').then(() => pause(50));

    it.each<[string, SurfaceName, string, (socket: Socket) => Promise<unknown>]>([
      ['in a document', 'management', `${POST}Content-Length: 10\r\n\r\n{`, sent],
      ['in a form for a token', 'auth', form('/service/authserver/oauth/token'), sent],
      ['in a form of the pages', 'idv', form('/IdvWebServer/start'), sent],
      ['before the answer', 'management', `${GET}\r\n`, () => until(() => held.length > 0)],
      [
        'in the answer',
        'management',
        'GET /v1/slow/file HTTP/1.1\r\nHost: x\r\n\r\n',
        (socket) => once(socket, 'data'),
      ],
    ])('%s is no error', async (_when, surface, bytes, leaves) => {
      const entries = await logged(running.config, async (seen) => {
        await visit(surface, bytes, leaves);
        await until(() => seen.some(({ facts }) => 'status' in facts));
        held.splice(0).forEach((go) => go());
        await pause(50);
      });
      expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
    });
  });

  describe('At the end, a listener', () => {
    const openConnections: Socket[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    afterAll(() => {
      agent.destroy();
      openConnections.forEach((socket) => socket.destroy());
    });

    const ask = (base: string, path: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
        const asked = request(`${base}${path}`, { agent }, (response) => {
          response
            .resume()
            .on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
        });
        asked.on('error', reject).end();
      });

    it('answers what is under way, takes nothing new, and ends what is idle', async () => {
      const ending = await start();
      const base = ending.url('management');
      const idle = connect(Number(new URL(base).port), '127.0.0.1');
      openConnections.push(idle);
      await once(idle, 'connect');
      const answer = ask(base, '/v1/slow');
      await until(() => held.length > 0);
      const closed = ending.listeners.close(60_000);
      await once(idle.resume(), 'close');
      await expect(call(base, '/v1/nothing')).rejects.toThrow('ECONNREFUSED');
      held.splice(0).forEach((go) => go());
      expect(await answer).toEqual({ status: 200, connection: 'close' });
      await closed;
      await ending.close();
    });

    it('cuts what does not end in time', async () => {
      const ending = await start();
      const answer = ask(ending.url('management'), '/v1/slow');
      const cut = expect(answer).rejects.toThrow();
      await until(() => held.length > 0);
      await ending.listeners.close(1);
      await cut;
      held.splice(0).forEach((go) => go());
      await ending.close();
    });
  });

  describe('An address', () => {
    it('may hold so many connections and no more, unless it is a trusted proxy', async () => {
      const accepted = async (isTrusted: boolean): Promise<number> => {
        const server = createServer((socket) => socket.on('error', () => undefined));
        new ConnectionLimit(() => isTrusted, 2).watch(server);
        await once(server.listen(0, '127.0.0.1'), 'listening');
        const { port } = server.address() as { port: number };
        const sockets = Array.from({ length: 4 }, () =>
          connect(port, '127.0.0.1')
            .on('error', () => undefined)
            .resume(),
        );
        const closed = () => sockets.filter((socket) => socket.destroyed).length;
        if (isTrusted) await Promise.all(sockets.map((socket) => once(socket, 'connect')));
        else while (closed() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        const open = 4 - closed();
        sockets.forEach((socket) => socket.destroy());
        server.close();
        return open;
      };
      expect(await accepted(false)).toBe(2);
      expect(await accepted(true)).toBe(4);
    });

    it('is still told whether we live when it holds as many as it may elsewhere', async () => {
      const port = Number(new URL(running.url('management')).port);
      const dial = () => connect(port, '127.0.0.1').on('error', () => undefined);
      const sockets = Array.from({ length: 1_000 }, dial);
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      const oneTooMany = dial().resume();
      await once(oneTooMany, 'close');
      expect(await call(running.url('ops'), '/health/live')).toMatchObject({ status: 200 });
      sockets.forEach((socket) => socket.destroy());
    });
  });
});
