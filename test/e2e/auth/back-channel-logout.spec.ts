import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { issuerOf } from '../../../src/shared/http/bearer/issuer.js';
import type { Client } from '../../../src/auth/entities/client.entity.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { Person, type Seen } from '../../support/person.js';
import { fetchAt } from '../../support/relying-party.js';
import { active, application, authorizeUrl, PASSWORD } from '../../support/signing-in.js';

/** An application's server, as it is on a developer's machine and on an enterprise's network: at a private address. */
let server: Server;
let told: string[];
let answer: number;
let running: TestApplication | undefined;

/** Jest gives each file globals of its own, where the engine would look in vain for the dispatcher that it builds upon. */
beforeAll(() => {
  const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
  const outside = fetch.constructor('return globalThis')() as typeof globalThis;
  Object.assign(globalThis, { [DISPATCHER]: Reflect.get(outside, DISPATCHER) });
});

beforeEach(async () => {
  [told, answer] = [[], 200];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      told.push(body);
      response.writeHead(answer).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await running?.close();
  await new Promise((resolve) => server.close(resolve));
});

async function signedOut(env: Record<string, string>): Promise<{ client: Client; out: Seen }> {
  running = await startTestApplication({ env: { PASSWORD_MEMORY_KIB: '8192', PASSWORD_PASSES: '1', ...env } });
  const backchannelLogoutUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const client = await application(running, { backchannelLogoutUri });
  await active(running, 'amy');
  const person = new Person(running);
  const page = await person.open(authorizeUrl(running, client));
  await person.send(page, '/login', { login: 'amy', password: PASSWORD });
  const asked = await person.open('/service/authserver/oauth/logout');
  return { client, out: await person.send(asked, '/logout/confirm', { logout: 'yes' }) };
}

const logoutPage = 'You are signed out';

it('tells an application that its user has signed out, by a token that is for nothing else', async () => {
  const { client, out } = await signedOut({ OUTBOUND_PRIVATE: 'on' });
  expect(out.html).toContain(logoutPage);
  expect(told).toHaveLength(1);
  const keys = createRemoteJWKSet(new URL(`${issuerOf(running!.config)}/oauth/jwks`), {
    [customFetch]: fetchAt(running!),
  });
  const { payload } = await jwtVerify(new URLSearchParams(told[0]).get('logout_token') ?? '', keys, {
    issuer: issuerOf(running!.config),
    audience: client.clientId,
    typ: 'logout+jwt',
  });
  expect(payload).toMatchObject({
    sid: expect.any(String),
    jti: expect.any(String),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(payload).not.toHaveProperty('nonce');
});

it('signs out all the same when an application does not take it', async () => {
  answer = 500;
  const { out } = await signedOut({ OUTBOUND_PRIVATE: 'on' });
  expect(told).toHaveLength(1);
  expect(out.html).toContain(logoutPage);
});

it('calls no private address unless that is set', async () => {
  const { out } = await signedOut({});
  expect(told).toEqual([]);
  expect(out.html).toContain(logoutPage);
});
