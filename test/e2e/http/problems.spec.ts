import { startTestApplication, type TestApplication } from '../../support/application.js';
import { call, type Call } from '../../support/raw-http.js';
import { ThingsController } from './things.js';

let running: TestApplication;

async function ask(target: string, options?: Call) {
  const { status, headers, text } = await call(running.url('management'), target, options);
  return { status, headers, body: text ? JSON.parse(text) : undefined, text };
}

const post = (headers: Record<string, string>, body: string | Buffer = '{}') =>
  ask('/v1/things', { method: 'POST', headers, body });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('Problems', () => {
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [ThingsController] });
  });
  afterAll(() => running.close());

  describe('A problem', () => {
    it('says what, where and for whom to look, and adds the facts that the error has', async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const { status, headers, body } = await ask('/v1/things/fail/domain?token=secret', { headers: { traceparent } });
      expect(status).toBe(403);
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(body).toEqual({
        type: 'https://management.test/docs/problems/kernel/forbidden',
        title: 'Not allowed',
        status: 403,
        code: 'kernel/forbidden',
        detail: 'Not you',
        instance: '/v1/things/fail/domain',
        reason: 'because',
        traceId: '0af7651916cd43dd8448eb211c80319c',
      });
    });

    it('keeps its status and loses its words when it is of a framework', async () => {
      const bad = await ask('/v1/things/fail/nest');
      expect(bad).toMatchObject({ status: 400, body: { code: 'kernel/broken-syntax' } });
      expect(bad.text).not.toContain('Words');
      expect(await ask('/v1/things/fail/gone')).toMatchObject({
        status: 410,
        body: { status: 410, title: 'Gone', code: 'kernel/status-410', type: 'about:blank' },
      });
    });

    it.each(['bug', 'text'])('is told without, and logged with, what happened when it is of ours (%s)', async (how) => {
      const { status, body, text } = await ask(`/v1/things/fail/${how}`);
      expect({ status, code: body.code, detail: body.detail }).toEqual({
        status: 500,
        code: 'kernel/unexpected',
        detail: undefined,
      });
      expect(text).not.toMatch(/internals|TypeError|not even|\.ts|node_modules/);
    });

    it('never repeats what the database says', async () => {
      const { status, body, text } = await ask('/v1/things/sql');
      expect({ status, code: body.code }).toEqual({ status: 500, code: 'kernel/unexpected' });
      expect(text).not.toMatch(/no_such_table|SELECT|relation/);
    });

    it.each(['refused', 'terminated', 'uncoded'])(
      'is 503, to be tried again, when the database is away (%s)',
      async (how) => {
        const { status, headers, body } = await ask(`/v1/things/fail/${how}`);
        expect({ status, code: body.code, retryAfter: headers['retry-after'] }).toEqual({
          status: 503,
          code: 'kernel/unavailable',
          retryAfter: '2',
        });
      },
    );

    it('brings the headers that its status wants', async () => {
      expect((await ask('/v1/things/fail/busy')).headers['retry-after']).toBe('2');
      const challenge = async (target: string, headers = {}) =>
        (await ask(target, { headers })).headers['www-authenticate'];
      const bearer =
        'Bearer realm="api", resource_metadata="https://management.test/.well-known/oauth-protected-resource"';
      expect(await challenge('/v1/things/fail/unauthenticated')).toBe(bearer);
      expect(await challenge('/v1/things/fail/unauthenticated', { authorization: 'Bearer x' })).toBe(
        `${bearer}, error="invalid_token"`,
      );
      expect(await challenge('/v1/things/fail/scope')).toBe(
        `${bearer}, error="insufficient_scope", scope="things:read"`,
      );
    });
  });

  describe('A path', () => {
    it('that there is not is 404, and its query is not repeated', async () => {
      const { status, body, text } = await ask('/v1/nothing?secret=1');
      expect({ status, code: body.code, instance: body.instance }).toEqual({
        status: 404,
        code: 'kernel/not-found',
        instance: '/v1/nothing',
      });
      expect(text).not.toContain('secret');
    });

    it('is 405 when it is asked with a method that it does not know, and says which it does', async () => {
      expect(await ask('/v1/things', { method: 'DELETE' })).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD, POST' },
        body: { code: 'kernel/method-not-allowed' },
      });
      expect(await ask('/v1/things/one', { method: 'POST' })).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD, PUT' },
      });
      expect(await ask('/v1/things/one', { method: 'TRACE' })).toMatchObject({ status: 405 });
    });

    it('that cannot be decoded is broken syntax', async () => {
      expect(await ask('/v1/things/%zz')).toMatchObject({ status: 400, body: { code: 'kernel/broken-syntax' } });
      expect(await ask('/v1/things/%ff')).toMatchObject({ status: 400, body: { code: 'kernel/broken-syntax' } });
    });

    it.each(['/V1/things', '/v1/Things', '/v1/things/', '/v1/things/one/'])(
      'is another path in another spelling: %s',
      async (target) => {
        expect(await ask(target)).toMatchObject({ status: 404 });
      },
    );
  });

  describe('A body', () => {
    it.each(['{', '{"thingId":}', '{"a":1}}', "{'a':1}", '{"a":1,}', 'NaN', '\u0000'])(
      'that is broken JSON is 400: %s',
      async (body) => {
        expect(await post(JSON_TYPE, body)).toMatchObject({ status: 400, body: { code: 'kernel/broken-syntax' } });
      },
    );

    it('that is not UTF-8 is 400', async () => {
      expect(await post(JSON_TYPE, Buffer.from('{"thingId":"\xff"}', 'latin1'))).toMatchObject({ status: 400 });
    });

    it.each([
      [{ 'content-type': 'text/plain' }],
      [{ 'content-type': 'application/x-www-form-urlencoded' }],
      [{ 'content-type': 'application/json; charset=koi8-r' }],
      [{ 'content-type': 'nonsense' }],
      [{}],
      [{ ...JSON_TYPE, 'content-encoding': 'snappy' }],
    ])('is 415 when it is of another type: %j', async (headers) => {
      expect(await post(headers as Record<string, string>)).toMatchObject({
        status: 415,
        body: { code: 'kernel/unsupported-media-type' },
      });
    });

    it('may be of any type on a route that reads none', async () => {
      const answer = await ask('/v1/things/without-body', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x',
      });
      expect(answer).toMatchObject({ status: 201 });
    });

    it('is ignored on a GET', async () => {
      expect(
        await ask('/v1/things', { headers: { ...JSON_TYPE, 'content-length': '7' }, body: '{broken' }),
      ).toMatchObject({ status: 200 });
    });

    it('is 413 with 3 MB, whether its length was said or not', async () => {
      const body = JSON.stringify({ thingId: 'x'.repeat(3_000_000) });
      expect(await post(JSON_TYPE, body)).toMatchObject({ status: 413, body: { code: 'kernel/body-too-large' } });
      expect(await post({ ...JSON_TYPE, 'transfer-encoding': 'chunked' }, body)).toMatchObject({ status: 413 });
    });

    it('that inflates beyond the limit is 413, and one that does not inflate is 400', async () => {
      const { gzipSync } = await import('node:zlib');
      const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
      expect(await post({ ...JSON_TYPE, 'content-encoding': 'gzip' }, bomb)).toMatchObject({ status: 413 });
      expect(await post({ ...JSON_TYPE, 'content-encoding': 'gzip' }, 'not gzip')).toMatchObject({ status: 400 });
    });
  });
});
