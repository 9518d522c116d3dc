import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import { SharedLimits } from '../../../../src/shared/security/index.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import type { TestDatabase } from '../../../support/database.js';
import { meetAt } from '../../../support/held-locks.js';
import { Person, type Seen } from '../../../support/person.js';
import { codesAtTwoProcesses } from './codes-at-two-processes.cases.js';
import { active, application, authorizeUrl, PASSWORD } from '../../../support/signing-in.js';

const BURST = 3;
const start = (database?: TestDatabase) =>
  startTestApplication({
    env: {
      PASSWORD_MEMORY_KIB: '8192',
      PASSWORD_PASSES: '1',
      LOGIN_ADDRESS_BURST: String(BURST),
      LOGIN_ADDRESS_RATE: '1',
      TRUST_PROXY: '127.0.0.1',
    },
    ...(database && { database }),
  });

let one: TestApplication;
let other: TestApplication;
let portal: Client;

const someId = (): string => `s-${randomUUID().slice(0, 8)}`;

/** Each time another browser and another user, and the password that somebody is bound to have. */
async function tryOn(running: TestApplication, address: string, language = 'en', login = someId()): Promise<Seen> {
  const person = new Person(running, { 'x-forwarded-for': address, 'accept-language': language });
  const page = await person.open(authorizeUrl(running, portal));
  return person.send(page, '/login', { login, password: PASSWORD });
}

async function useUp(running: TestApplication, address: string): Promise<void> {
  for (let i = 0; i < BURST; i++) expect((await tryOn(running, address)).status).toBe(403);
}

describe('Password spraying', () => {
  beforeAll(async () => {
    // Limits fill up as time goes by: here it stands still, however slow the machine is.
    const now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    one = await start();
    other = await start(one.database);
    portal = await application(one);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    jest.restoreAllMocks();
  });

  describe('One password tried on many users', () => {
    it('ends after as many as one address may try, on a page that its user understands', async () => {
      await useUp(one, '203.0.113.1');
      const refused = await tryOn(one, '203.0.113.1', 'de');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.html).toContain('<html lang="de"');
      expect(refused.html).toContain('Bitte warten');
    });

    it('does not end for those who come from elsewhere', async () => {
      const userId = someId();
      await active(one, userId);
      await useUp(one, '203.0.113.2');
      expect((await tryOn(one, '203.0.113.3', 'en', userId)).left?.searchParams.has('code')).toBe(true);
    });

    it('does not count those that succeed: an office behind one address logs in as often as it likes', async () => {
      const userId = someId();
      await active(one, userId);
      for (let i = 0; i <= BURST; i++) {
        const seen = await tryOn(one, '203.0.113.7', 'en', userId);
        expect(seen.left?.searchParams.has('code')).toBe(true);
      }
      await useUp(one, '203.0.113.7');
      expect((await tryOn(one, '203.0.113.7', 'en', userId)).status).toBe(429);
    });

    it('counts each before it is known whether it succeeds: many at once get no further', async () => {
      const userIds = Array.from({ length: BURST + 1 }, someId);
      for (const userId of userIds) await active(one, userId);
      const seen = await meetAt(
        one,
        { sql: 'LOCK TABLE auth.login_tries IN EXCLUSIVE MODE' },
        userIds.map((userId) => () => tryOn(one, '203.0.113.8', 'en', userId)),
      );
      expect(seen.filter(({ status }) => status === 429)).toHaveLength(1);
      expect((await tryOn(one, '203.0.113.8', 'en', userIds[0])).left).toBeDefined();
    });

    it('counts the codes of activations as well', async () => {
      await useUp(one, '203.0.113.4');
      const person = new Person(one, { 'x-forwarded-for': '203.0.113.4' });
      const form = await person.follow(await person.open(authorizeUrl(one, portal)), '/activate');
      const typed = { login: someId(), activation_code: 'ABCDEFGHJK', new_password: PASSWORD };
      expect((await person.send(form, '/activate', typed)).status).toBe(429);
    });

    it('takes the /64 of an IPv6 line for one address', async () => {
      await useUp(one, '2001:db8:5:5::1');
      expect((await tryOn(one, '2001:db8:5:5:a:b:c:d')).status).toBe(429);
      expect((await tryOn(one, '2001:db8:5:6::1')).status).toBe(403);
    });

    it('does not begin anew at another process', async () => {
      await useUp(one, '203.0.113.5');
      for (const { app } of [one, other]) await app.get(SharedLimits).reconcile();
      expect((await tryOn(other, '203.0.113.5')).status).toBe(429);
      expect((await tryOn(other, '203.0.113.6')).status).toBe(403);
    });
  });

  codesAtTwoProcesses(() => [one, other]);
});
