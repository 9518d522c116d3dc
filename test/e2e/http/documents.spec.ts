import { errorCatalogue } from '../../../src/shared/kernel/errors.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { call } from '../../support/raw-http.js';
import { ThingsController } from './things.js';

const surfaces = ['auth', 'management', 'idv', 'mobile'] as const;

let running: TestApplication;
beforeAll(async () => {
  running = await startTestApplication({ controllers: [ThingsController], env: { BRAND_NAME: 'Bank <& Co>' } });
});
afterAll(() => running.close());

const get = (surface: (typeof surfaces)[number], path: string) => call(running.url(surface), path);
const documentOf = async (surface: (typeof surfaces)[number]) => JSON.parse((await get(surface, '/openapi.json')).text);

type Node = Record<string, unknown>;

/** Every `$ref` of a document, and every operation. */
function* membersCalled(name: string, value: unknown): Generator {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === name) yield member;
    yield* membersCalled(name, member);
  }
}

describe.each(surfaces)('%s', (surface) => {
  it('asks robots to stay away', async () => {
    const { status, headers, text } = await get(surface, '/robots.txt');
    expect({ status, type: headers['content-type'], text }).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      text: 'User-agent: *\nDisallow: /\n',
    });
  });

  it('describes its own paths and no other, whole in itself', async () => {
    const document = await documentOf(surface);
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { title: expect.stringMatching(/^Bank <& Co>: /), version: '1.0.0', license: { name: 'Apache-2.0' } },
      servers: [{ url: `https://${surface}.test` }],
    });
    const prefixes = {
      auth: /^\/service\//,
      management: /^\/v1\//,
      idv: /^\/IdvWebServer\//,
      mobile: /^\/mobile\/v1\//,
    };
    for (const path of Object.keys(document.paths)) expect(path).toMatch(prefixes[surface]);
    for (const ref of membersCalled('$ref', document)) {
      const found = String(ref).slice(2).split('/').reduce<unknown>((at, key) => (at as Node | undefined)?.[key], document); // prettier-ignore
      expect({ ref, found }).toEqual({ ref, found: expect.any(Object) });
    }
    const ids = [...membersCalled('operationId', document.paths)];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('The document of a route', () => {
  const operation = async (path: string, method: string) => (await documentOf('management')).paths[path][method];

  it('shows each field as it is checked', async () => {
    const { schemas } = (await documentOf('management')).components;
    expect(schemas.NewThing.required).toEqual(['thingId']);
    expect(schemas.NewThing.properties).toMatchObject({
      thingId: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9._@+|-]+$' },
      size: { type: 'integer', minimum: 1, maximum: 9 },
      comments: { type: ['string', 'null'], maxLength: 100 },
      colour: { type: 'string', enum: ['RED', 'BLUE'] },
      url: { type: 'string', format: 'uri', maxLength: 2048 },
      tags: { type: 'array', maxItems: 3, uniqueItems: true, items: { type: 'string', maxLength: 5 } },
      parts: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/Part' } },
      main: { $ref: '#/components/schemas/Part' },
      payload: { type: 'object', additionalProperties: true },
      legacy: { deprecated: true },
    });
  });

  it('shows its query and path by the same fields', async () => {
    const { parameters } = await operation('/v1/things', 'get');
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        in: 'query',
        required: false,
        schema: expect.objectContaining({ type: 'integer', minimum: 1, maximum: 200, default: 50 }),
      }),
    );
    const byPath = await operation('/v1/things/{thingId}', 'get');
    expect(byPath.parameters).toMatchObject([
      { name: 'thingId', in: 'path', required: true, schema: { maxLength: 255 } },
    ]);
  });

  it('shows the errors that it and its class declare, by status, with an example of each', async () => {
    const { responses } = await operation('/v1/things/fail/{how}', 'get');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['403', '404', '500']));
    expect(responses['403'].content['application/problem+json']).toEqual({
      schema: { $ref: '#/components/schemas/Problem' },
      examples: {
        'kernel/insufficient-scope': {
          value: expect.objectContaining({ status: 403, code: 'kernel/insufficient-scope' }),
        },
        'kernel/forbidden': {
          value: expect.objectContaining({ type: 'https://management.test/docs/problems/kernel/forbidden' }),
        },
      },
    });
  });

  it('shows the headers that every answer has, and the key that a POST may have', async () => {
    const { parameters, responses } = await operation('/v1/things', 'post');
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(responses['201'].headers['X-Request-Id']).toEqual({ $ref: '#/components/headers/RequestId' });
  });
});

describe('The pages', () => {
  it('of errors are where every problem points to', async () => {
    const list = await get('management', '/docs/problems');
    expect(list.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
    for (const { code, faces } of errorCatalogue()) {
      expect(list.text).toContain(`href="/docs/problems/${code}"`);
      const { status, text } = await get('management', `/docs/problems/${code}`);
      expect(text).not.toContain('`');
      expect({ code, status }).toEqual({ code, status: 200 });
      expect(text).toContain(String(faces.status));
    }
    expect((await get('management', '/docs/problems/kernel/no-such-error')).status).toBe(404);
  });

  it('run no inline script or style, load nothing from elsewhere, and escape what they show', async () => {
    for (const path of ['/docs', '/docs/problems', '/docs/problems/kernel/not-found']) {
      const { status, headers, text } = await get('management', path);
      expect(status).toBe(200);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'/);
      expect(policy).not.toContain('unsafe');
      expect(text).toContain('Bank &#60;&#38; Co&#62;');
      expect(text).not.toMatch(/<script>|<style|style=|\son\w+=/);
      const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
      for (const url of loaded) expect(url).toMatch(/^\/(?:docs|openapi\.json)/);
      const assets = loaded.filter((url) => url?.startsWith('/docs/assets/'));
      for (const url of assets) expect((await get('management', url!)).status).toBe(200);
    }
  });

  it('exist on the management surface only, and their assets are those and no file of ours', async () => {
    for (const surface of ['auth', 'idv', 'mobile'] as const) expect((await get(surface, '/docs')).status).toBe(404);
    for (const name of ['package.json', '..%2fpackage.json', 'swagger-ui.js', '__proto__', 'constructor']) {
      expect((await get('management', `/docs/assets/${name}`)).status).toBe(404);
    }
  });

  it('leave out the API reference where it is switched off, but not the errors', async () => {
    const off = await startTestApplication({ env: { API_DOCS: 'false' }, database: running.database });
    try {
      expect((await call(off.url('management'), '/docs')).status).toBe(404);
      expect((await call(off.url('management'), '/docs/problems')).status).toBe(200);
    } finally {
      await off.close();
    }
  });
});
