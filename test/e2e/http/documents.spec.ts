import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { errorCatalogue } from '../../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { call } from '../../support/raw-http.js';
import { ThingsController } from './things.js';

const surfaces = ['auth', 'management', 'idv', 'mobile'] as const;

let running: TestApplication;

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

describe('Documents', () => {
  beforeAll(async () => {
    running = await startTestApplication({
      controllers: [ThingsController],
      env: { BRAND_NAME: 'Bank <& Co>', CLIENT_REGISTRATION: 'true' },
    });
  });
  afterAll(() => running.close());

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
        auth: /^\/(?:service|\.well-known)\//,
        management: /^\/v1\//,
        idv: /^\/IdvWebServer\//,
        mobile: /^\/mobile\/v1\//,
      };
      for (const path of Object.keys(document.paths)) expect(path).toMatch(prefixes[surface]);
      const leadsNowhere = (ref: string): boolean =>
        typeof ref.slice(2).split('/').reduce<unknown>((at, key) => (at as Node | undefined)?.[key], document) !== 'object'; // oxfmt-ignore
      const refs = new Set([...membersCalled('$ref', document)].map(String));
      expect([...refs].filter(leadsNowhere)).toEqual([]);
      const schemas = Object.keys((document.components.schemas as object | undefined) ?? {});
      expect(schemas.filter((name) => name.endsWith('Dto'))).toEqual([]); // clients have types of these names
      const ids = [...membersCalled('operationId', document.paths)];
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  describe('A try of the API reference', () => {
    it('begins without filters, which would find nothing', async () => {
      const { paths } = (await documentOf('management')) as {
        paths: Record<string, { get?: { parameters?: Node[] } }>;
      };
      const filters = Object.values(paths).flatMap(({ get: list }) => list?.parameters ?? []);
      const filled = filters.filter(
        (one) => one['in'] === 'query' && ('example' in one || 'example' in ((one['schema'] ?? {}) as Node)),
      );
      expect(filters.length).toBeGreaterThan(20);
      expect(filled.map(({ name }) => name)).toEqual([]);
    });

    it('makes a template from its example', async () => {
      const { components } = await documentOf('management');
      const { variables, body } = components.schemas.CreateNotificationTemplate.properties;
      const named = [...JSON.stringify(body.example).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      expect(variables.example.map(({ name }: { name: string }) => name)).toEqual(named);
    });
  });

  describe('The document of the authorization server', () => {
    it('has every endpoint that discovery names, and no other of the protocol', async () => {
      const discovery = '/service/authserver/.well-known/openid-configuration';
      const metadata = JSON.parse((await get('auth', discovery)).text) as Record<string, unknown>;
      const named = Object.entries(metadata)
        .filter(([name]) => name === 'jwks_uri' || name.endsWith('_endpoint'))
        .map(([, url]) => new URL(String(url)).pathname);
      const { paths } = await documentOf('auth');
      const published = [
        discovery,
        '/.well-known/evidence-keys.json',
        '/.well-known/oauth-authorization-server/service/authserver',
        '/.well-known/ssf-configuration',
        '/.well-known/ssf-configuration/service/authserver',
        '/.well-known/webauthn',
      ];
      const registration = `${new URL(String(metadata['registration_endpoint'])).pathname}/{clientId}`;
      expect(Object.keys(paths)).toEqual([...published, ...named, registration].sort());
      for (const path of published) expect((await get('auth', path)).status).toBe(200);
    });

    it('has the grants, methods and challenges that discovery names, with an example of each refusal', async () => {
      const metadata = JSON.parse((await get('auth', '/service/authserver/.well-known/openid-configuration')).text);
      const { paths } = await documentOf('auth');
      const token = paths['/service/authserver/oauth/token'].post;
      const form = token.requestBody.content['application/x-www-form-urlencoded'];
      expect(form.schema.properties.grant_type.enum).toEqual(metadata.grant_types_supported);
      expect(Object.keys(form.examples)).toHaveLength(metadata.grant_types_supported.length);
      const refusals = token.responses['400'].content['application/json'].examples;
      for (const [error, { value }] of Object.entries<{ value: Node }>(refusals)) expect(value['error']).toBe(error);
      const { parameters } = paths['/service/authserver/oauth/authorize'].get;
      const parameter = (name: string) => parameters.find((one: Node) => one['name'] === name);
      expect(parameter('response_type').schema.enum).toEqual(metadata.response_types_supported);
      expect(parameter('code_challenge_method').schema.enum).toEqual(metadata.code_challenge_methods_supported);
      for (const name of ['client_id', 'response_type', 'scope', 'redirect_uri'])
        expect(parameter(name)).toMatchObject({ required: true, description: expect.stringMatching(/\w/) });
      expect(parameter('state').required).toBe(false);
    });

    it('describes every scope that a token for the management surface may have', async () => {
      const { flows } = (await documentOf('management')).components.securitySchemes.oauth2;
      for (const [scope, description] of Object.entries(flows.clientCredentials.scopes)) {
        expect({ scope, description }).toEqual({ scope, description: expect.stringMatching(/ /) });
      }
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
    it('are where every problem points to', async () => {
      const list = await get('management', '/docs/problems');
      expect(list.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
      for (const { code, spec } of errorCatalogue()) {
        expect(list.text).toContain(`href="/docs/problems/${code}"`);
        const { status, text } = await get('management', `/docs/problems/${code}`);
        expect(text).not.toContain('`');
        expect({ code, status }).toEqual({ code, status: 200 });
        expect(text).toContain(String(spec.status));
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
        const loaded = [...text.matchAll(/(?:src|href)="([^#"][^"]*)"/g)].map(([, url]) => url);
        for (const url of loaded) expect(url).toMatch(/^\/(?:docs|openapi\.json)/);
        const assets = loaded.filter((url) => url?.startsWith('/docs/assets/'));
        expect(assets.length).toBeGreaterThan(0);
        for (const url of assets) expect((await get('management', url!)).status).toBe(200);
      }
    });

    it('load what may be kept for ever, compressed for browsers that can, and scripts that nobody can have changed', async () => {
      const { text } = await get('management', '/docs');
      const urls = [...text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]*)"/g)].map(([, url]) => url ?? '');
      expect(urls.map((url) => url.replace(/-[\w-]{8}(?=\.)|\?v=.*/g, ''))).toEqual(
        [
          'mark-0e5c53.svg',
          'brand-0e5c53.css',
          'documents.css',
          'reference.css',
          'reference.js',
          'mark-0e5c53.svg',
        ].map((name) => `/docs/assets/${name}`),
      );
      const loaded = (url: string, encoding: string) =>
        call(running.url('management'), url, { headers: { 'accept-encoding': encoding } });
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
      for (const url of urls) {
        const plain = await loaded(url, 'identity');
        expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(plain.headers['content-encoding']).toBeUndefined();
        if (url.includes('?v=')) continue; // made when asked for: a few lines
        for (const encoding of ['br', 'gzip'] as const) {
          const { headers, bytes } = await loaded(url, encoding);
          expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
          expect(unpack[encoding](bytes).toString()).toBe(plain.text);
        }
      }
      const [, script = '', integrity] = /<script type="module" src="([^"]+)" integrity="([^"]+)">/.exec(text) ?? [];
      const content = (await get('management', script)).text;
      expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`);
    });

    it('find their style while processes of two releases answer, and no script of another', async () => {
      const { status, headers } = await get('management', '/docs/assets/documents-AnOtHeR1.css');
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
      expect((await get('management', '/docs/assets/brand-0e5c53.css')).headers['cache-control']).toBe('no-cache');
      expect((await get('management', '/docs/assets/reference-AnOtHeR1.js')).status).toBe(404);
      expect((await get('management', '/docs/assets/manifest.json')).status).toBe(404);
    });

    it('show as code what the text of an error sets apart', async () => {
      const { text } = await get('management', '/docs/problems/kernel/not-found');
      expect(text).not.toContain('`');
      const helped = errorCatalogue().find(({ spec }) => spec.help?.includes('`'));
      const detail = await get('management', `/docs/problems/${helped?.code ?? ''}`);
      const [, word] = /`([^`]+)`/.exec(helped?.spec.help ?? '') ?? [];
      expect(detail.text).not.toContain('`');
      expect(detail.text).toContain(`<code>${word}</code>`);
    });

    it('show the documents of all four surfaces', async () => {
      for (const surface of surfaces) {
        const { status, text } = await get('management', `/docs/api/${surface}`);
        expect([status, text]).toEqual([200, expect.stringContaining(`data-url="/docs/api/${surface}/openapi.json"`)]);
        for (const other of surfaces) expect(text).toContain(`href="/docs/api/${other}"`);
        const served = await get('management', `/docs/api/${surface}/openapi.json`);
        expect(JSON.parse(served.text)).toEqual(await documentOf(surface));
      }
      for (const path of ['/docs/api/ops', '/docs/api/ops/openapi.json', '/docs/api/constructor']) {
        expect((await get('management', path)).status).toBe(404);
      }
    });

    it('send the API documents compressed, and only to readers whose copy is old', async () => {
      const path = '/openapi.json';
      const plain = await get('management', path);
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const headers = { 'accept-encoding': encoding };
        const packed = await call(running.url('management'), path, { headers });
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
        expect(unpack(packed.bytes).toString()).toBe(plain.text);
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 8);
        const known = { ...headers, 'if-none-match': String(packed.headers['etag']) };
        const again = await call(running.url('management'), path, { headers: known });
        expect([again.status, again.text]).toEqual([304, '']);
      }
      const other = { 'accept-encoding': 'br', 'if-none-match': String(plain.headers['etag']) };
      expect((await call(running.url('management'), path, { headers: other })).status).toBe(200);
    });

    it('give the document of one tag alone, with all that it refers to', async () => {
      const whole = await documentOf('management');
      const names: string[] = whole.tags.map(({ name }: { name: string }) => name);
      const paths: Record<string, object> = {};
      for (const name of names) {
        const { status, text } = await get(
          'management',
          `/docs/api/management/openapi.json?tag=${encodeURIComponent(name)}`,
        );
        expect([name, status, text.length < 300_000]).toEqual([name, 200, true]);
        const part = JSON.parse(text);
        for (const [path, item] of Object.entries<object>(part.paths)) paths[path] = { ...paths[path], ...item };
        for (const reference of new Set(membersCalled('$ref', part)) as Set<string>) {
          const [, kind = '', component = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? [];
          expect([reference, part.components[kind]?.[component] !== undefined]).toEqual([reference, true]);
        }
      }
      expect(Object.keys(paths).sort()).toEqual(Object.keys(whole.paths));
      expect((await get('management', '/docs/api/management/openapi.json?tag=Nothing')).status).toBe(404);
      expect((await get('management', '/docs/api/management/openapi.json?tag=a&tag=b')).status).toBe(200);
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
        for (const path of ['/docs', '/docs/api/auth', '/docs/api/auth/openapi.json']) {
          expect((await call(off.url('management'), path)).status).toBe(404);
        }
        expect((await call(off.url('management'), '/docs/problems')).status).toBe(200);
      } finally {
        await off.close();
      }
    });
  });
});
