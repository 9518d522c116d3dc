import type { JSONWebKeySet } from 'jose';
import { keysRotateSigning } from './keys-rotate.command.js';
import { EvidenceSigningKeys } from '../keys/evidence/evidence-signing-keys.service.js';
import { SigningKeyRotation } from '../keys/signing-key-rotation.service.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import type { CommandContext } from '../../shared/observability/index.js';
import { Database } from '../../shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock, resetClock } from '../../../test/support/clock.js';
import { meetAt } from '../../../test/support/held-locks.js';
import { basic, post } from '../../../test/support/raw-requests.js';
import { clientWithSecret, fetchAt } from '../../../test/support/relying-party.js';
import { callApi, claimsFor, clientRow, signedToken } from '../../../test/support/tokens.js';

const states = (running: TestApplication) =>
  running.app
    .get(Database)
    .rows<{ algorithm: string; state: string; kid: string }>(
      'SELECT algorithm, state, kid FROM auth.signing_key ORDER BY 1, 2',
    );
const published = async (running: TestApplication) => {
  const response = await fetchAt(running)('https://auth.test/service/authserver/oauth/jwks');
  return ((await response.json()) as JSONWebKeySet).keys.map(({ kid }) => kid).sort();
};
const tokenIn = async (running: TestApplication) => {
  const client = await clientRow(running, { scopes: ['clients:read'] });
  const token = await signedToken(running, claimsFor(running, client, ['clients:read']));
  const statusIn = async (process: TestApplication) =>
    (await callApi(process, 'management', 'GET', '/v1/clients', undefined, { authorization: `Bearer ${token}` }))
      .status;
  return { token, statusIn };
};

describe('Signing keys', () => {
  let running: TestApplication;
  let other: TestApplication;
  beforeAll(async () => {
    running = await startTestApplication();
    other = await startTestApplication({ database: running.database });
  });
  beforeEach(async () => {
    await running.app.get(Database).rows('DELETE FROM auth.signing_key');
    for (const { app } of [running, other]) app.get(SigningKeys).reload();
  });
  afterAll(async () => {
    await other.close();
    await running.close();
  });

  describe('Signing keys', () => {
    const active = async (process: TestApplication) =>
      (await states(process)).filter(({ state }) => state === 'ACTIVE').map(({ kid }) => kid);
    async function rotate(options: { compromised: boolean }): Promise<string[]> {
      const lines: string[] = [];
      const print = (line = '') => lines.push(line);
      const context = { application: () => Promise.resolve(running.app), options, print };
      expect(await keysRotateSigning.run(context as unknown as CommandContext)).toBe(0);
      return lines;
    }

    it('are one for each algorithm, even when many look for the first at once', async () => {
      const asked = [running, other, running, other].map(({ app }) => app.get(SigningKeys).active('ES256'));
      const kids = new Set((await Promise.all(asked)).map(({ kid }) => kid));
      expect(kids.size).toBe(1);
      expect(await states(running)).toEqual([{ algorithm: 'ES256', state: 'ACTIVE', kid: [...kids][0] }]);
    });

    it('are kept sealed', async () => {
      const keys = running.app.get(SigningKeys);
      const { d } = keys.openPrivateKey(await keys.active('ES256')).export({ format: 'jwk' });
      const rows = await running.app
        .get(Database)
        .rows(`SELECT public_jwk::text, encode(sealed_jwk, 'escape') AS sealed FROM auth.signing_key`);
      expect(d).toMatch(/^[\w-]{43}$/);
      expect(JSON.stringify(rows)).not.toContain(d);
    });

    it('change in every process at once, and what the old one signed stays good', async () => {
      const before = await tokenIn(running);
      expect([await before.statusIn(running), await before.statusIn(other)]).toEqual([200, 200]);
      const old = (await running.app.get(SigningKeys).active('ES256')).kid;
      const kid = await running.app.get(SigningKeyRotation).rotate('ES256');
      expect((await running.app.get(SigningKeys).active('ES256')).kid).toBe(kid);
      const after = await tokenIn(running);
      expect([await after.statusIn(running), await before.statusIn(running)]).toEqual([200, 200]);
      while ((await after.statusIn(other)) !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await before.statusIn(other)).toBe(200);
      expect(await published(running)).toEqual(expect.arrayContaining([kid, old]));
      expect(await published(other)).toEqual(await published(running));
    });

    it('are published by command, and sign a day later', async () => {
      await Promise.all(
        (['ES256', 'RS256'] as const).map((algorithm) => running.app.get(SigningKeys).active(algorithm)),
      );
      const before = await active(running);
      const lines = await rotate({ compromised: false });
      expect(await active(running)).toEqual(before);
      const next = (await states(running)).filter(({ state }) => state === 'NEXT');
      expect(next).toHaveLength(2);
      expect(lines).toEqual(
        next.map(({ algorithm, kid }) =>
          expect.stringMatching(`^${algorithm} key ${kid} is published, and signs from 2`),
        ),
      );
      expect(await published(running)).toEqual(expect.arrayContaining(next.map(({ kid }) => kid)));
      await running.app.get(SigningKeyRotation).keepSchedule();
      expect(await active(running)).toEqual(before);
      await running.app
        .get(Database)
        .rows(`UPDATE auth.signing_key SET activates_at = activates_at - interval '24 hours 1 second'`);
      await running.app.get(SigningKeyRotation).keepSchedule();
      expect(await active(running)).toEqual(next.map(({ kid }) => kid));
      expect(await published(running)).toEqual(expect.arrayContaining(before));
    });

    it('that may have leaked are withdrawn by command at once, in every process, with all that they signed', async () => {
      const client = await clientRow(running, { scopes: ['clients:read'] });
      const { client: asker, secret } = await clientWithSecret(running, { scopes: ['users:read'] });
      const claims = { ...claimsFor(running, client, ['clients:read']), client_id: asker.clientId };
      const before = await tokenIn(running);
      const own = await signedToken(running, claims);
      const forged = await signedToken(running, {
        ...claims,
        iat: claims.iat ?? 0,
        jti: 'ffffffff-ffff-7000-8000-000000000000',
      });
      const keys = await active(running);
      const inspected = async (token: string) =>
        (await post(running, 'introspect', { token }, basic(asker.clientId, secret))).body.active as boolean;
      for (const process of [running, other]) expect(await before.statusIn(process)).toBe(200);
      expect([await inspected(own), await inspected(forged)]).toEqual([true, true]);
      await rotate({ compromised: true });
      expect((await published(running)).some((kid) => keys.includes(kid ?? ''))).toBe(false);
      expect((await active(running)).some((kid) => keys.includes(kid))).toBe(false);
      expect([await inspected(own), await inspected(forged)]).toEqual([false, false]);
      for (const process of [running, other]) {
        while ((await before.statusIn(process)) !== 401) await new Promise((resolve) => setTimeout(resolve, 20));
        expect((await published(process)).some((kid) => keys.includes(kid ?? ''))).toBe(false);
      }
      expect(await (await tokenIn(running)).statusIn(other)).toBe(200);
    });

    it('that were withdrawn stay so in a process that starts later', async () => {
      const before = await tokenIn(running);
      await rotate({ compromised: true });
      const later = await startTestApplication({ database: running.database });
      expect(await before.statusIn(later)).toBe(401);
      await later.close();
    });

    it('are rotated once when two ask at once', async () => {
      await running.app.get(SigningKeys).active('ES256');
      const count = async () => (await states(running)).filter(({ algorithm }) => algorithm === 'ES256').length;
      const before = await count();
      const asked = await Promise.allSettled(
        [running, other].map(({ app }) => app.get(SigningKeyRotation).rotate('ES256')),
      );
      expect(asked.some(({ status }) => status === 'fulfilled')).toBe(true);
      const active = (await states(running)).filter(
        ({ algorithm, state }) => algorithm === 'ES256' && state === 'ACTIVE',
      );
      expect(active).toHaveLength(1);
      expect(await count()).toBeGreaterThan(before);
    });
  });

  describe('Evidence keys', () => {
    it('are rotated once when two ask at once, and both get the new key', async () => {
      const keys = running.app.get(EvidenceSigningKeys);
      await keys.rotate();
      const sql = 'SELECT FROM auth.evidence_key WHERE retired_at IS NULL FOR UPDATE';
      const [one, other] = await meetAt(running, { sql }, [() => keys.rotate(), () => keys.rotate()]);
      expect(one).toBe(other);
      const published = (await keys.published()).map(({ kid, retired_at: retired }) => [kid, retired !== undefined]);
      expect(published).toEqual([
        [one, false],
        [expect.any(String), true],
      ]);
    });
  });

  describe('The calendar of signing keys', () => {
    afterEach(() => resetClock(running.app));

    it('publishes the next key before it signs, and keeps the old one until nothing that it signed is valid', async () => {
      const rotation = running.app.get(SigningKeyRotation);
      const sequence = async () =>
        (await states(running)).filter(({ algorithm }) => algorithm === 'ES256').map(({ state }) => state);
      const after = async (days: number) => {
        moveClock(running.app, days * DAY);
        await rotation.keepSchedule();
        return sequence();
      };
      const first = await running.app.get(SigningKeys).active('ES256');
      expect(await after(82)).toEqual(['ACTIVE']);
      expect(await after(2)).toEqual(['ACTIVE', 'NEXT']);
      expect(await published(running)).toHaveLength(3); // the third key signs ID tokens
      expect(await after(5)).toEqual(['ACTIVE', 'NEXT']);
      expect(await after(2)).toEqual(['ACTIVE', 'RETIRED']);
      expect((await running.app.get(SigningKeys).active('ES256')).kid).not.toBe(first.kid);
      expect(await published(running)).toContain(first.kid);
      expect(await after(1)).toEqual(['ACTIVE', 'RETIRED']);
      expect(await after(1)).toEqual(['ACTIVE']);
      expect(await published(running)).not.toContain(first.kid);
    });

    it('publishes a key for a day before it signs, also when the calendar was not kept in time', async () => {
      const rotation = running.app.get(SigningKeyRotation);
      const signing = async () => (await running.app.get(SigningKeys).active('ES256')).kid;
      const first = await signing();
      const after = async (time: number) => {
        moveClock(running.app, time);
        await rotation.keepSchedule();
        return signing();
      };
      expect(await after(100 * DAY)).toBe(first);
      expect(await published(running)).toHaveLength(3);
      expect(await after(DAY - 60_000)).toBe(first);
      expect(await after(60_000)).not.toBe(first);
    });
  });
});
