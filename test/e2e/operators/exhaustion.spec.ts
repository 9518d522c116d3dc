import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { newId } from '../../../src/shared/kernel/index.js';
import { until } from '../../integration/support/until.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { cookieOf, raw } from '../../support/console/raw-console.js';
import { TestOperator } from '../../support/operators.js';
import { exchange } from '../../support/raw-http.js';

const FROM_HERE = ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];
const MIB = 1024 * 1024;

describe('The console under load', () => {
  let running: TestApplication;
  let operator: TestOperator;
  beforeAll(async () => {
    running = await startTestApplication({ env: { REQUEST_TIMEOUT: '2' } });
    operator = await TestOperator.with(running, ['owner']);
  });
  afterAll(() => running.close());

  describe('A body', () => {
    const put = `PATCH /api/v1/operators/${newId()}`;
    const send = (content: string | Buffer, ...headers: string[]) => {
      const body = content.toString('latin1');
      return raw(running, put, [cookieOf(operator), ...FROM_HERE, `Content-Length: ${body.length}`, ...headers], body);
    };

    it('has an end', async () => {
      expect((await send(JSON.stringify({ firstName: 'a'.repeat(2 * MIB) }))).status).toBe(413);
      const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
      const endless = [cookieOf(operator), ...FROM_HERE, 'Transfer-Encoding: chunked'];
      expect((await raw(running, put, endless, `${chunk.repeat(20)}0\r\n\r\n`)).status).toBe(413);
    });

    it('is not longer than that after it is unpacked', async () => {
      const bomb = gzipSync(Buffer.alloc(64 * MIB, ' '));
      expect((await send(bomb, 'Content-Encoding: gzip')).status).toBe(413);
      expect((await send('{}', 'Content-Encoding: nothing')).status).toBe(415);
      expect((await send('{}', 'Content-Encoding: gzip')).status).toBe(400);
    });

    it.each([
      ['deep', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
      ['deep objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
      ['without an end', '{"firstName":"a'],
      ['no UTF-8', '{"firstName":"\xff\xfe"}'],
      ['a prototype', '{"__proto__":{"administrator":true},"constructor":{"prototype":{"a":1}}}'],
      ['a number without an end', `{"firstName":${'1'.repeat(100_000)}}`],
      ['very many members', `{${Array.from({ length: 50_000 }, (_, at) => `"a${at}":1`).join(',')}}`],
      ['no object', 'null'],
    ])('that is %s is refused in words', async (_what, content) => {
      const { status, body } = await send(content);
      expect([400, 404, 413, 422]).toContain(status);
      expect(body.code).toEqual(expect.any(String));
    });

    it('is not waited for from somebody who is not signed in', async () => {
      for (const cookie of ['Cookie: a=b', 'Cookie: __Host-console=abc']) {
        const { status } = await raw(running, put, [cookie, ...FROM_HERE, `Content-Length: ${900 * 1024}`]);
        expect(status).toBe(401);
      }
      const elsewhere = [cookieOf(operator), 'Sec-Fetch-Site: cross-site', `Content-Length: ${900 * 1024}`];
      expect((await raw(running, put, elsewhere)).status).toBe(403);
    });

    it('that does not come is not waited for either, nor are headers', async () => {
      const head = [`${put} HTTP/1.1`, 'Host: console.test', cookieOf(operator), ...FROM_HERE].join('\r\n');
      const waiting: Socket[] = [];
      const slow = async (bytes: string) =>
        /^HTTP\/1\.1 (\d+)/.exec(await exchange(running.url('console'), bytes))?.[1];
      try {
        const { port } = new URL(running.url('console'));
        for (let at = 0; at < 100; at++) {
          const socket = connect(Number(port), '127.0.0.1', () =>
            socket.write(`${head}\r\nContent-Length: 5\r\n\r\n{`),
          );
          socket.on('error', () => undefined).resume();
          waiting.push(socket);
        }
        expect((await operator.get('/api/v1/me')).status).toBe(200);
        expect(
          await Promise.all([slow(`${head}\r\nContent-Length: 10\r\n\r\n{"a"`), slow(`${head}\r\nX-A: a`)]),
        ).toEqual(['408', '408']);
        await until(() => waiting.every(({ closed, readableEnded }) => closed || readableEnded));
      } finally {
        for (const socket of waiting) socket.destroy();
      }
      expect((await operator.get('/api/v1/me')).status).toBe(200);
    });
  });
});
