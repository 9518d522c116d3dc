import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { ClientRegistry } from '../../../src/auth/client/client-registry.service.js';
import {
  AppClientFile,
  RegisteredAppClients,
} from '../../../src/auth/client-management/registered-app-clients.service.js';
import { call } from '../../support/raw-http.js';
import { application } from '../../support/signing-in.js';
import { portalOf } from '../../support/tokens.js';
import { mobile } from './mobile.js';

/** What the app is served with. What it does is in `test/browser/phone.spec.ts`. */
describe('App', () => {
  let client: Client;
  beforeAll(async () => {
    client = await application(mobile.running, { redirectUris: ['https://mobile.test/app/'] });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    call(mobile.running.url('mobile'), path, { headers });
  const settingsIn = (page: string) => {
    const given = /data-settings="([^"]*)"/.exec(page)?.[1] ?? '';
    return JSON.parse(given.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
  };

  describe('The page of the app', () => {
    it('may run its own script and style and call the service, and nothing else', async () => {
      const { status, headers, text } = await get('/app/');
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; style-src 'self'; " +
          "script-src 'self'; img-src 'self'; connect-src 'self' wss://mobile.test https://auth.test; " +
          "manifest-src 'self'; worker-src 'self'",
      );
      expect(text).toMatch(/<script type="module" src="\/app\/assets\/app-[\w-]+\.js" integrity="sha384-/);
      expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style="|onload=/);
    });

    it('is at one address', async () => {
      const { status, headers } = await get('/app?client=x');
      expect([status, headers['location']]).toEqual([308, '/app/?client=x']);
    });

    it('names a client of the app, and remembers it', async () => {
      const { text, headers } = await get(`/app/?client=${client.clientId}`);
      expect(settingsIn(text)).toMatchObject({
        clientId: client.clientId,
        issuer: 'https://auth.test/service/authserver',
        mobileUrl: 'https://mobile.test',
        redirectUri: 'https://mobile.test/app/',
        languages: [{ tag: 'en' }, { tag: 'es' }, { tag: 'de' }, { tag: 'ar', direction: 'rtl' }],
      });
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      expect(cookie).toBe(`__Host-cs-mobile-client=${client.clientId}`);
      expect(settingsIn((await get('/app/', { cookie })).text)).toMatchObject({ clientId: client.clientId });
    });

    it('has the links of the enterprise of its client for privacy, terms and help', async () => {
      const [enterpriseId, redirectUris] = [`e-${randomUUID().slice(0, 8)}`, ['https://mobile.test/app/']];
      const links = { privacy: 'https://acme.example/privacy', terms: 'https://acme.example/terms', help: 'https://acme.example/help' }; // oxfmt-ignore
      const branding = { privacyUri: links.privacy, termsUri: links.terms, helpUri: links.help };
      const portal = await portalOf(mobile.running, { scopes: ['enterprises:write'], administrator: true });
      expect(await portal.post('/v1/enterprises', { enterpriseId, name: 'Acme', branding })).toMatchObject({
        status: 201,
      });
      const { clientId } = await application(mobile.running, { redirectUris, enterpriseId });
      expect(settingsIn((await get(`/app/?client=${clientId}`)).text)).toMatchObject({ brand: 'Acme', links });
      expect(settingsIn((await get(`/app/?client=${client.clientId}`)).text).links).toEqual({});
    });

    it('leads to the account page for the users of its client', async () => {
      const accountOf = async ({ clientId }: Client) =>
        settingsIn((await get(`/app/?client=${clientId}`)).text).accountUrl;
      const redirectUris = ['https://mobile.test/app/'];
      const tests = await application(mobile.running, { redirectUris, enterpriseId: 'acme', test: true });
      expect(await accountOf(client)).toBe('https://auth.test/service/account/');
      expect(await accountOf(tests)).toBe('https://auth.test/service/account/?enterprise=acme&test=true');
    });

    it.each(['unknown', '%F0%9F%98%80', ''])('names none that is not of the app: %p', async (id) => {
      const { status, headers, text } = await get(`/app/?client=${id}`);
      expect([status, headers['set-cookie'], settingsIn(text).clientId]).toEqual([200, undefined, undefined]);
    });

    it('names no client that comes back to another address, or that has a secret', async () => {
      const elsewhere = await application(mobile.running);
      const confidential = await application(mobile.running, {
        redirectUris: ['https://mobile.test/app/'],
        authMethod: 'client_secret_basic',
      });
      for (const { clientId } of [elsewhere, confidential]) {
        expect(settingsIn((await get(`/app/?client=${clientId}`)).text).clientId).toBeUndefined();
      }
    });

    it('is in the language of its reader', async () => {
      const { text, headers } = await get('/app/', { 'accept-language': 'ar-EG' });
      expect(text).toContain('<html lang="ar" dir="rtl">');
      expect(headers['content-language']).toBe('ar');
    });
  });

  it('is installable: a manifest with icons of the sizes that it says', async () => {
    const { headers, text } = await get(`/app/manifest.webmanifest?client=${client.clientId}`);
    const manifest = JSON.parse(text);
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(manifest).toMatchObject({
      id: `/app/?client=${client.clientId}`,
      start_url: `/app/?client=${client.clientId}`,
      scope: '/app/',
      display: 'standalone',
    });
    for (const { src, sizes } of manifest.icons) {
      expect([src, (await get(src)).status]).toEqual([src, 200]);
      const image = Buffer.from(await (await fetch(mobile.running.url('mobile', src))).arrayBuffer());
      const { format, width, height } = await sharp(image).metadata();
      expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
    }
    expect((await get('/app/icons/icon-4096.png')).status).toBe(404);
  });

  it('has a worker that keeps files that are there', async () => {
    const { headers, text } = await get('/app/sw.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
    });
    const urls: string[] = JSON.parse(/^self\.precachedUrls = (\[.*\]);$/m.exec(text)?.[1] ?? '[]');
    expect(urls).toEqual(expect.arrayContaining([expect.stringMatching(/\/app-[\w-]+\.css$/)]));
    expect(urls.filter((path) => path.includes('pdf'))).toEqual([]);
    for (const path of urls) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('may ask for passkeys of the login page', async () => {
    const { text } = await call(mobile.running.url('auth'), '/.well-known/webauthn');
    expect(JSON.parse(text)).toEqual({ origins: ['https://auth.test', 'https://mobile.test'] });
  });

  it('has a client of its own after a start for development, the same after the next', async () => {
    const { app, config } = mobile.running;
    const start = () => app.get(AppClientFile).onDevelopmentStart(config.dataDir);
    const notes = await start();
    const made = settingsIn((await get('/app/')).text).clientId;
    expect(notes).toEqual([
      { label: 'App, live users', value: `https://mobile.test/app/?client=${made}` },
      { label: 'App, test users', value: expect.stringContaining('https://mobile.test/app/?client=') },
    ]);
    const { pathname, search } = new URL(notes[1]!.value);
    const { clientId } = settingsIn((await get(`${pathname}${search}`)).text);
    expect((await app.get(ClientRegistry).find(clientId))?.record.test).toBe(true);
    expect(await start()).toEqual(notes);
    expect(await app.get(RegisteredAppClients).find()).toMatchObject({ clientId: made, enterpriseId: 'default' });
  });
});
