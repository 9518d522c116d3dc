import { readFileSync } from 'node:fs';
import { Client } from '../../src/auth/client/client.entity.js';
import { ClientRegistry } from '../../src/auth/client/client-registry.service.js';
import { PasskeyStore } from '../../src/auth/credentials/passkeys/passkey.store.js';
import { PasswordHasher } from '../../src/auth/credentials/passwords/password-hasher.service.js';
import { PasswordCheck, PasswordStore } from '../../src/auth/credentials/passwords/password.store.js';
import { MetricsRegistry } from '../../src/shared/observability/index.js';
import { sealedRows } from '../../src/shared/kernel/index.js';
import { Database, UnitOfWork } from '../../src/shared/persistence/index.js';
import { Devices } from '../../src/users/contract/index.js';
import { addPasskey } from '../support/account-fixtures.js';
import { activeUser, registerDevice, TestDevice } from '../support/devices.js';
import { clientRow } from '../support/tokens.js';
import { WebhookScene } from '../support/webhooks.js';
import { performJob } from '../support/jobs.js';
import { until } from './support/until.js';

/** Rows that decide something carry a seal: one that was changed past the service is not used. */
describe('Sealed rows', () => {
  let scene: WebhookScene;
  let users = 0;
  const app = () => scene.running.app;
  const rows = (sql: string, ...params: unknown[]): Promise<any[]> => app().get(Database).rows(sql, params);
  const sealAll = () => performJob(app(), 'shared/seal-rows', {});
  const user = () => activeUser(scene.running, `sealed${users++}`);
  const looks = async (table: string): Promise<number> => {
    const text = await app().get(MetricsRegistry).getSingleMetricAsString('countersign_altered_rows_total');
    return Number(new RegExp(`table="${table}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  /** Opens a table as the migration of an upgrade does: rows of the release before may still come. */
  const reopen = (table: string, since: string) =>
    rows(`UPDATE shared.row_seal_start SET closed = NULL, since = ${since} WHERE table_name = $1`, table);

  beforeAll(async () => {
    scene = await WebhookScene.open();
    await sealAll();
  });
  afterAll(() => scene.close());

  it('close by themselves in a new database: no row is ever without a seal', async () => {
    const starts = await rows('SELECT table_name AS "table", closed FROM shared.row_seal_start ORDER BY 1');
    expect(starts.map(({ table }) => table)).toEqual(
      sealedRows()
        .map(([, { table }]) => table)
        .sort(),
    );
    expect(starts.every(({ closed }) => closed !== null)).toBe(true);
  });

  describe('A device', () => {
    const registered = async () => {
      const { sub } = await user();
      const { deviceId } = await registerDevice(scene.running, sub);
      return { sub, deviceId, key: () => app().get(Devices).activeKey(sub, deviceId) };
    };

    it('signs with the key that it was registered with', async () => {
      const { key, deviceId } = await registered();
      expect(await key()).toMatchObject({ deviceId });
    });

    it.each([
      ['its key', 'public_key = $2'],
      ['its owner', `sub = (SELECT sub FROM users."user" WHERE $2::jsonb IS NOT NULL ORDER BY sub LIMIT 1)`],
      ['its seal', `row_seal = CASE WHEN $2::jsonb IS NULL THEN 'x' END`],
    ])('signs nothing when somebody has changed %s in the database', async (_what, change) => {
      const { deviceId } = await registered();
      const before = await looks('users.device');
      await rows(`UPDATE users.device SET ${change} WHERE device_id = $1`, deviceId, new TestDevice().publicKey);
      const [{ owner }] = await rows('SELECT sub AS owner FROM users.device WHERE device_id = $1', deviceId);
      expect(await app().get(Devices).activeKey(owner, deviceId)).toBeUndefined();
      const held = await app()
        .get(UnitOfWork)
        .run((tx) => app().get(Devices).lockUserAndKey(tx, owner, deviceId));
      expect(held).toEqual({ status: 'ACTIVE', key: undefined });
      expect(await looks('users.device')).toBe(before + 2);
    });

    it('is no device of the user when the row of somebody else is copied', async () => {
      const { deviceId } = await registered();
      const victim = await user();
      await rows(
        `INSERT INTO users.device SELECT (jsonb_populate_record(d, jsonb_build_object('device_id', gen_random_uuid(),
           'sub', $2::text, 'thumbprint', 'copied'))).* FROM users.device d WHERE device_id = $1`,
        deviceId,
        victim.sub,
      );
      const [{ copied }] = await rows('SELECT device_id AS copied FROM users.device WHERE sub = $1', victim.sub);
      expect(await app().get(Devices).activeKey(victim.sub, copied)).toBeUndefined();
    });
  });

  it('A passkey whose key was changed proves nothing', async () => {
    const { sub } = await user();
    await addPasskey(scene.running, sub, 'Key');
    const store = app().get(PasskeyStore);
    const [added] = await store.of(sub);
    expect(await store.isSound(added!)).toBe(true);
    await store.rename(sub, added!.credentialId, 'Other');
    await store.noteUse(added!, { counter: 5, userHandle: added!.userHandle });
    expect(await store.isSound((await store.find(added!.credentialId))!)).toBe(true);
    await rows('UPDATE auth.passkey SET public_key = $2 WHERE sub = $1', sub, Buffer.from('another'));
    expect(await store.isSound((await store.find(added!.credentialId))!)).toBe(false);
  });

  it('A password that was put into the database fits nobody', async () => {
    const [{ sub }, other] = [await user(), await user()];
    const [store, check, hasher] = [app().get(PasswordStore), app().get(PasswordCheck), app().get(PasswordHasher)];
    const set = async (whose: string, password: string) => {
      const hash = await hasher.hash(password);
      await app()
        .get(UnitOfWork)
        .run((tx) => store.set(tx, whose, hash));
    };
    await set(sub, 'the right one of the user');
    await set(other.sub, 'one of another user');
    await set(sub, 'the next one of the user');
    expect(await check.fits(sub, 'the next one of the user')).toBe(true);
    await rows(
      'UPDATE auth.password SET (hash, row_seal) = (SELECT hash, row_seal FROM auth.password WHERE sub = $2) WHERE sub = $1',
      sub,
      other.sub,
    );
    expect(await check.fits(sub, 'one of another user')).toBe(false);
    expect(await check.fits(other.sub, 'one of another user')).toBe(true);
  });

  describe('A client', () => {
    const find = (clientId: string) => {
      app().get(ClientRegistry).forget(clientId);
      return app().get(ClientRegistry).find(clientId);
    };

    it.each([
      ['a redirect address', `redirect_uris = redirect_uris || '{https://evil.example/cb}'`],
      ['a scope', `scopes = scopes || '{users:write}'`],
      ['its secrets', `secrets = '[{"digest":"x","createdAt":"2026-01-01T00:00:00.000Z","expiresAt":null}]'`],
      ['that it is of the enterprise itself', 'first_party = NOT first_party'],
      ['its enterprise', `enterprise_id = 'another'`],
      ['its keys', `jwks = '{"keys":[]}'`],
    ])('is unknown when somebody has changed %s in the database', async (_what, change) => {
      const { clientId } = await clientRow(scene.running, { scopes: ['users:read'] });
      expect(await find(clientId)).toBeDefined();
      await rows(`UPDATE auth.client SET ${change} WHERE client_id = $1`, clientId);
      expect(await find(clientId)).toBeUndefined();
    });

    it('stays unknown when it is changed by the service afterwards', async () => {
      const { clientId } = await clientRow(scene.running, { scopes: ['users:read'] });
      const rename = (clientName: string) =>
        app()
          .get(UnitOfWork)
          .run(async (tx) => tx.save(Object.assign((await tx.lock(Client, { clientId }))!, { clientName })));
      await rename('First');
      expect(await find(clientId)).toBeDefined();
      const [{ seal }] = await rows('SELECT row_seal AS seal FROM auth.client WHERE client_id = $1', clientId);
      await rows(
        `UPDATE auth.client SET scopes = '{users:write}', row_seal = $2 || 'x' WHERE client_id = $1`,
        clientId,
        seal,
      );
      await rename('Second');
      expect(await find(clientId)).toBeUndefined();
    });
  });

  it('A webhook does not go to an address that was put into the database', async () => {
    const { endpoint, receiver } = await scene.listening();
    const elsewhere = await scene.receiver();
    await scene.emit();
    await until(() => receiver.got.length === 1);
    await rows(
      'UPDATE shared.webhook_endpoint SET url = $2 WHERE endpoint_id = $1',
      endpoint.endpointId,
      elsewhere.url,
    );
    await scene.emit();
    await until(async () => (await scene.statuses(endpoint))[0] === 'failed');
    expect([receiver.got.length, elsewhere.got.length]).toEqual([1, 0]);
  });

  describe('During an upgrade', () => {
    const endpoints = async () => rows('SELECT endpoint_id AS id, row_seal AS seal FROM shared.webhook_endpoint');

    it('rows of the release before count, are sealed by a job, and none without a seal counts a day later', async () => {
      const { endpoint, receiver } = await scene.listening();
      await rows(`UPDATE shared.webhook_endpoint SET row_seal = NULL WHERE endpoint_id = $1`, endpoint.endpointId);
      await reopen('shared.webhook_endpoint', `now() + interval '1 day'`);
      await scene.emit();
      await until(() => receiver.got.length === 1);
      await sealAll();
      expect((await endpoints()).filter(({ seal }) => seal === null)).toEqual([]);
      // A process of the release before changes the address, and knows no seal.
      const next = await scene.receiver();
      await rows('UPDATE shared.webhook_endpoint SET url = $2 WHERE endpoint_id = $1', endpoint.endpointId, next.url);
      expect((await endpoints()).find(({ id }) => id === endpoint.endpointId).seal).toBeNull();
      await sealAll();
      await scene.emit();
      await until(() => next.got.length === 1);
      await reopen('shared.webhook_endpoint', `now() - interval '1 second'`);
      await sealAll();
      await rows(`UPDATE shared.webhook_endpoint SET row_seal = NULL WHERE endpoint_id = $1`, endpoint.endpointId);
      await scene.emit();
      await until(async () => (await scene.statuses(endpoint))[0] === 'failed');
      await sealAll();
      expect((await endpoints()).find(({ id }) => id === endpoint.endpointId).seal).toBeNull();
    });

    it('nothing is exempt when the note of the beginning was altered or removed', async () => {
      const { clientId } = await clientRow(scene.running, { scopes: ['users:read'] });
      await rows('UPDATE auth.client SET row_seal = NULL WHERE client_id = $1', clientId);
      const find = () => {
        app().get(ClientRegistry).forget(clientId);
        return app().get(ClientRegistry).find(clientId);
      };
      await rows(`UPDATE shared.row_seal_start SET since = now() + interval '1 year' WHERE table_name = 'auth.client'`);
      expect(await find()).toBeUndefined();
      await rows(`DELETE FROM shared.row_seal_start WHERE table_name = 'auth.client'`);
      expect(await find()).toBeUndefined();
    });
  });

  it('Every table of the database is judged in docs/security/sealed-rows.md', async () => {
    const page = readFileSync('docs/security/sealed-rows.md', 'utf8');
    const tables = await rows(`SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname IN ('shared', 'users', 'auth', 'idv', 'notifications', 'operators')`);
    expect(tables.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('A column of a sealed table is covered, or known to decide nothing', () => {
    const { dataSource } = app().get(Database);
    const uncovered = sealedRows().map(([entity, { table, covers }]) => {
      const properties = dataSource.getMetadata(entity as never).columns.map(({ propertyName }) => propertyName);
      return [table, properties.filter((name) => !covers(name) && name !== 'rowSeal').sort()];
    });
    expect(Object.fromEntries(uncovered)).toMatchObject({
      'users.device': [
        'lastSeenAt',
        'name',
        'platform',
        'removedAt',
        'sealedAttestation',
        'sealedPushToken',
        'secondFactor',
        'status',
        'typesNumbers',
      ],
      'auth.passkey': ['backedUp', 'counter', 'lastUsedAt', 'name', 'transports', 'userHandle'],
      'auth.password': ['createdAt'],
      'auth.client': ['createdAt', 'createdBy', 'responsibleOperator', 'responsibleUntil', 'sealedKyc', 'updatedAt'],
      'shared.webhook_endpoint': [
        ...['createdAt', 'disabledBy', 'enabled', 'failingSince', 'failures', 'sealedSecrets', 'updatedAt'],
      ],
    });
  });
});
