import { Controller, Get } from '@nestjs/common';
import { WithoutToken } from '../../../src/shared/auth-guard/index.js';
import type { SurfaceName } from '../../../src/shared/http/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { bodyOf, call, exchange } from '../../support/raw-http.js';
import { ThingsController } from './things.js';

/** One route on each surface, so that a leak would be seen as a 200. */
@WithoutToken('a test')
@Controller()
class Everywhere {
  @Get([
    'service/assets/thing',
    'service/authserver/thing',
    'IdvWebServer/thing',
    'app/thing',
    '.well-known/thing',
    'health/thing',
  ])
  thing(): object {
    return { found: true };
  }
}

const own: Readonly<Record<Exclude<SurfaceName, 'demo' | 'ops'>, string>> = {
  auth: '/service/assets/thing',
  management: '/v1/things',
  idv: '/IdvWebServer/thing',
  mobile: '/app/thing',
  console: '/users/thing',
};
const names = Object.keys(own) as (keyof typeof own)[];

let running: TestApplication;

const statusOf = async (surface: SurfaceName, target: string, headers = {}) =>
  (await call(running.url(surface), target, { headers })).status;

const handshake = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

describe('Surfaces', () => {
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [ThingsController, Everywhere] });
  });
  afterAll(() => running.close());

  describe('A listener', () => {
    it.each(names)("%s serves its own paths and no other surface's", async (name) => {
      for (const [surface, path] of Object.entries(own)) {
        expect({ surface, status: await statusOf(name, path) }).toEqual({
          surface,
          status: surface === name ? 200 : 404,
        });
      }
      expect(await statusOf('ops', own[name])).toBe(404);
    });

    it.each([
      '/%76%31/things',
      '/V1/things',
      '//v1/things',
      '/./v1/things',
      '/IdvWebServer/../v1/things',
      '/IdvWebServer/..%2fv1/things',
      '/IdvWebServer/%2e%2e/v1/things',
      '/IdvWebServer/..\\v1\\things',
      '/IdvWebServer/%5c..%5cv1/things',
      '/IdvWebServer/thing/../../v1/things',
      '\\v1\\things',
      '/v1%2fthings',
      '/IdvWebServer;/../v1/things',
      '/openapi.json/../v1/things',
      '/robots.txt/v1/things',
      'http://management.test/v1/things',
      '/IdvWebServer/http://management.test/v1/things',
      '/?/v1/things',
      '/IdvWebServer/\u00e9',
      '/IdvWebServer',
      '/',
    ])('does not let %j through to another surface', async (target) => {
      // written raw: Node's client refuses to send some of these
      const answer = await exchange(
        running.url('idv'),
        Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).toContain('application/problem+json');
    });

    it('answers 404 for the whole server and for tunnels', async () => {
      for (const line of ['OPTIONS *', 'GET http://idv.test/IdvWebServer/thing', 'CONNECT management.test:443']) {
        const answer = await exchange(running.url('idv'), `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        expect({ line, status: answer.split(' ')[1], code: bodyOf(answer)['code'] }).toEqual({
          line,
          status: '404',
          code: 'kernel/not-found',
        });
      }
    });
  });

  describe('The root of a surface', () => {
    const asked = (surface: SurfaceName, accept?: string, method = 'GET') =>
      fetch(running.url(surface, '/'), { method, headers: accept === undefined ? {} : { accept } });
    const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

    it.each<[SurfaceName, string, string | undefined]>([
      ['auth', 'Sign-in', '/service/account/'],
      ['management', 'Interface for servers', '/docs/guide'],
      ['idv', 'Identity verification', undefined],
      ['mobile', 'Approvals', '/app/'],
      ['ops', 'Health and metrics', '/health/ready'],
    ])(
      '%s tells a person what it is and where to go, and programs what it told them before',
      async (name, title, to) => {
        const page = await asked(name, BROWSER);
        const text = await page.text();
        expect([page.status, /<h1>([^<]*)</.exec(text)?.[1]]).toEqual([200, title]);
        expect(/<a class="button " href="([^"]*)"/.exec(text)?.[1]).toBe(to);
        for (const answer of [
          await asked(name),
          await asked(name, 'application/json'),
          await asked(name, BROWSER, 'POST'),
        ]) {
          expect([answer.status, answer.headers.get('content-type')]).toEqual([
            404,
            'application/problem+json; charset=utf-8',
          ]);
          expect(await answer.json()).toMatchObject({ code: 'kernel/not-found', instance: '/' });
        }
      },
    );

    it('is in the language of the browser', async () => {
      const page = await fetch(running.url('idv', '/'), {
        headers: { accept: 'text/html', 'accept-language': 'de-CH' },
      });
      expect(await page.text()).toContain('<h1>Identitätsprüfung</h1>');
    });
  });

  describe('The name that a caller gives us', () => {
    it('changes nothing: neither the surface nor a link', async () => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
      const { status, text } = await call(running.url('management'), '/v1/nothing', { headers });
      expect({ status, type: JSON.parse(text).type }).toEqual({
        status: 404,
        type: 'https://management.test/docs/problems/kernel/not-found',
      });
      expect(
        await statusOf('idv', '/v1/things', { host: 'management.test', 'x-forwarded-host': 'management.test' }),
      ).toBe(404);
    });

    it('may come with one Authorization header only, on every surface', async () => {
      const targets = [
        ['management', '/v1/things'],
        ['auth', '/service/authserver/oauth/token'],
      ] as const;
      for (const [surface, target] of targets) {
        const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n`;
        const twice = 'Authorization: Basic YTpi\r\nauthorization: Basic Yzpk\r\n';
        expect(await exchange(running.url(surface), `${head}${twice}\r\n`)).toMatch(/^HTTP\/1.1 400 /);
      }
    });

    it.each(['', 'Host: a\r\nHost: b\r\n'])('must be given exactly once: %j', async (hosts) => {
      const answer = await exchange(
        running.url('management'),
        `GET /v1/things HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(bodyOf(answer)['code']).toBe('kernel/broken-syntax');
    });
  });

  describe('An upgrade', () => {
    it.each(names)('is refused on %s where nobody takes it, and the connection ends', async (name) => {
      for (const path of [own[name], '/mobile/v1/nobody', '/v1/things']) {
        const answer = await exchange(running.url(name), handshake(path));
        expect({ path, line: answer.slice(0, 12) }).toEqual({ path, line: 'HTTP/1.1 404' });
      }
    });

    it('is an offer that is not taken up when it is to HTTP/2', async () => {
      const offer =
        'Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
      expect(await exchange(running.url('management'), `GET /v1/things HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    });
  });

  describe('Every answer', () => {
    it('carries the standing headers and nothing that names the software', async () => {
      for (const target of ['/v1/things', '/v1/nothing', '/nothing']) {
        const { headers } = await call(running.url('management'), target);
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
        });
        expect(headers).not.toHaveProperty('x-powered-by');
        expect(headers).not.toHaveProperty('server');
        expect(headers).not.toHaveProperty('etag');
        expect(headers).not.toHaveProperty('strict-transport-security');
      }
    });

    it.each(['my-request_1', 'x'.repeat(128)])('repeats the request id of its caller: %s', async (id) => {
      const { headers } = await call(running.url('management'), '/nothing', { headers: { 'x-request-id': id } });
      expect(headers['x-request-id']).toBe(id);
    });

    it.each(['x'.repeat(129), 'a b', 'a\u00e9', ''])("has an id of ours when the caller's is none: %j", async (id) => {
      const { headers } = await call(running.url('management'), '/nothing', { headers: { 'x-request-id': id } });
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    });

    it('keeps its context through body and database', async () => {
      const options = { headers: { 'x-request-id': 'mine' } };
      const read = await call(running.url('management'), '/v1/things/context', options);
      expect(JSON.parse(read.text)).toMatchObject({
        requestId: 'mine',
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
        address: '127.0.0.1',
      });
      const headers = { 'x-request-id': 'mine', 'content-type': 'application/json' };
      const written = await call(running.url('management'), '/v1/things/context', {
        method: 'POST',
        headers,
        body: '{"a":1}',
      });
      expect(JSON.parse(written.text)).toMatchObject({ a: 1, requestId: 'mine' });
    });
  });

  describe('A trace', () => {
    it.each([
      ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
      ['01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', true],
      ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
      ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
      ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
      ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', false],
      ['nonsense', false],
    ])('%s is taken on: %s', async (traceparent, taken) => {
      const { text } = await call(running.url('management'), '/v1/nothing', { headers: { traceparent } });
      const { traceId } = JSON.parse(text);
      expect(traceId === '0af7651916cd43dd8448eb211c80319c').toBe(taken);
      expect(traceId).toMatch(/^[\da-f]{32}$/);
    });
  });

  describe('The address of a caller', () => {
    const addressSeen = async (at: TestApplication, headers: Record<string, string>) =>
      JSON.parse((await call(at.url('management'), '/v1/things/context', { headers })).text);

    it('is not what the caller says', async () => {
      const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', forwarded: 'for=203.0.113.9' };
      expect(await addressSeen(running, forged)).toMatchObject({ address: '127.0.0.1', secure: false });
    });

    it('is what a trusted proxy says, and nothing that the caller has put before that', async () => {
      const behind = await startTestApplication({
        controllers: [ThingsController],
        env: { TRUST_PROXY: '127.0.0.0/8, 10.0.0.1' },
        database: running.database,
      });
      try {
        const seen = (forwarded: string) =>
          addressSeen(behind, { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' });
        expect(await seen('203.0.113.9')).toMatchObject({ address: '203.0.113.9', secure: true });
        expect(await seen('198.51.100.1, 203.0.113.9')).toMatchObject({ address: '203.0.113.9' });
        expect(await seen('198.51.100.1, 203.0.113.9, 10.0.0.1')).toMatchObject({ address: '203.0.113.9' });
        expect(await seen('<script>')).toMatchObject({ address: '127.0.0.1' });
      } finally {
        await behind.close();
      }
    });

    it('stops the start when the proxies are not addresses', async () => {
      for (const wrong of ['true', '10.0.0.0/33', '10.0.0.0/', 'proxy.internal', '1']) {
        const start = startTestApplication({ env: { TRUST_PROXY: wrong }, database: running.database });
        await expect(start).rejects.toThrow(
          `TRUST_PROXY takes addresses and subnets such as 10.0.0.0/8; "${wrong}" is neither.`,
        );
      }
    });
  });
});
