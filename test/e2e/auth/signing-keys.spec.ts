import type { JSONWebKeySet } from 'jose';
import { keysRotateSigning } from '../../../src/auth/commands/keys-rotate-signing.js';
import { SigningKeyRotation } from '../../../src/auth/services/signing-key-rotation.service.js';
import { SigningKeys } from '../../../src/auth/services/signing-keys.service.js';
import type { CommandContext } from '../../../src/shared/operations/command.js';
import { Database } from '../../../src/shared/persistence/database.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { DAY, moveClock } from '../../support/clock.js';
import { fetchAt } from '../../support/relying-party.js';
import { callApi, claimsFor, clientRow, signedToken } from '../../support/tokens.js';

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
  afterAll(async () => {
    await other.close();
    await running.close();
  });

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

  it('are rotated by command', async () => {
    const lines: string[] = [];
    const context = { application: () => Promise.resolve(running.app), print: (line = '') => lines.push(line) };
    const told = await keysRotateSigning.run(context as unknown as CommandContext);
    expect(told).toBe(0);
    const active = (await states(running))
      .filter(({ state }) => state === 'ACTIVE')
      .map(({ algorithm, kid }) => `${algorithm} signs with ${kid}`);
    expect(lines).toEqual(active);
  });

  it('are rotated once when two ask at once', async () => {
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

describe('The calendar of signing keys', () => {
  it('publishes the next key before it signs, and keeps the old one until nothing that it signed is valid', async () => {
    const running = await startTestApplication();
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
    expect(await published(running)).toHaveLength(3); // and the one for ID tokens
    expect(await after(5)).toEqual(['ACTIVE', 'NEXT']);
    expect(await after(2)).toEqual(['ACTIVE', 'RETIRED']);
    expect((await running.app.get(SigningKeys).active('ES256')).kid).not.toBe(first.kid);
    expect(await published(running)).toContain(first.kid);
    expect(await after(1)).toEqual(['ACTIVE', 'RETIRED']);
    expect(await after(1)).toEqual(['ACTIVE']);
    expect(await published(running)).not.toContain(first.kid);
    await running.close();
  });
});
