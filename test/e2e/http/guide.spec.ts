import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { call } from '../../support/raw-http.js';

const HTML = { accept: 'text/html' };

describe('The guide', () => {
  let running: TestApplication;
  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' } });
  });
  afterAll(() => running.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    call(running.url('management'), path, { headers });

  it.each([
    ['/docs/guide', 'text/html; charset=utf-8'],
    ['/docs/guide/', 'text/html; charset=utf-8'],
    ['/docs/guide/integrators/sign-in', 'text/html; charset=utf-8'],
    ['/docs/guide/operators/production', 'text/html; charset=utf-8'],
    ['/docs/guide/search.json', 'application/json; charset=utf-8'],
    ['/docs/guide/index.md', 'text/markdown; charset=utf-8'],
    ['/docs/guide/quick-starts/sign-in.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/llms-full.txt', 'text/plain; charset=utf-8'],
    ['/docs/guide/pictures/demo.png', 'image/png'],
  ])('has %s', async (path, type) => {
    const { status, headers } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'public, max-age=300']);
  });

  it('runs no inline script or style, and loads nothing from elsewhere', async () => {
    for (const path of ['/docs/guide', '/docs/guide/integrators/identity-verification']) {
      const { headers, text } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'/);
      expect(policy).toContain("script-src 'self'; img-src 'self'; connect-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(text).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
      const loaded = [...text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g)].map(([, file]) => file!);
      expect(loaded.length).toBeGreaterThan(3);
      for (const file of loaded) expect([file, (await get(file)).status]).toEqual([file, 200]);
    }
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent compressed as %s', async (encoding, unpack) => {
    for (const path of ['/docs/guide/settings', '/docs/guide/search.json']) {
      const plain = await get(path, { 'accept-encoding': 'identity' });
      const packed = await get(path, { 'accept-encoding': encoding });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(unpack(packed.bytes).toString()).toBe(plain.text);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
  });

  it('has no page for a folder of pages, such as concepts', async () => {
    expect((await get('/docs/guide/concepts', HTML)).status).toBe(404);
  });

  it('says in its own look that a page is not there, and to a program as a problem', async () => {
    const seen = await get('/docs/guide/no/such-page', HTML);
    expect([seen.status, seen.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(seen.text).toContain('<h1>No such page</h1>');
    expect(seen.headers['cache-control']).toBe('no-cache');
    const answered = await get('/docs/guide/no/such-page', { accept: 'application/json' });
    expect([answered.status, JSON.parse(answered.text).code]).toEqual([404, 'kernel/not-found']);
  });

  it.each(['index.html', 'settings.html', 'search.json.br', '../web/manifest.json', '..%2fweb%2fmanifest.json', '%00'])(
    'is not left by %s',
    async (name) => expect([400, 404]).toContain((await get(`/docs/guide/${name}`)).status),
  );

  it('has every section and every error in the index of its search', async () => {
    const { options, index } = JSON.parse((await get('/docs/guide/search.json')).text);
    expect(options.fields).toEqual(['title', 'heading', 'languages', 'text']);
    const addresses = Object.values(index.storedFields).map((entry) => (entry as { address: string }).address);
    expect(addresses).toContain('/docs/guide/integrators/identity-verification#the-result');
    expect(addresses).toContain('/docs/problems/users/status-refused');
    const pages = [...new Set(addresses.map((address) => address.replace(/#.*/, '')))];
    for (const page of pages) expect([page, (await get(page)).status]).toEqual([page, 200]);
  });

  it('lists every page for coding agents, as Markdown without comments, whose links lead to Markdown', async () => {
    const { text } = await get('/llms.txt');
    const listed = [...text.matchAll(/^- \[.+?\]\((\S+?)\)/gm)].map(([, address = '']) => new URL(address));
    expect(listed.length).toBeGreaterThan(90);
    for (const { origin, pathname } of listed) {
      expect(origin).toBe(running.config.managementUrl);
      const { status, headers, text: page } = await get(pathname);
      expect([pathname, status, headers['content-type']]).toEqual([pathname, 200, 'text/markdown; charset=utf-8']);
      expect(page).toMatch(/^# /);
      expect(page.replace(/^ *```[^]*?^ *```$/gm, '')).not.toContain('<!--');
    }
    const page = (await get('/docs/guide/integrators/identity-verification.md')).text;
    expect(page).toContain('](/docs/guide/integrators/webhooks.md)');
    expect(page).toContain("import { createServer } from 'node:https';");
  });

  it('has the three quick starts whole in the one file for coding agents', async () => {
    const { text } = await get('/llms-full.txt');
    for (const name of ['sign-in', 'verification', 'approval']) {
      const { text: page } = await get(`/docs/guide/quick-starts/${name}.md`);
      expect(text).toContain(page.split('## The program')[0]);
      expect(page).toMatch(/```js\n[^]+```/);
    }
  });

  it('has headings where its links lead to', async () => {
    const { text } = await get('/docs/guide/integrators/identity-verification');
    const anchors = [...text.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors.length).toBeGreaterThan(10);
    for (const anchor of anchors) expect(text).toContain(` id="${anchor}"`);
  });
});
