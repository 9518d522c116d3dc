import type pg from 'pg';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { AuditLog } from '../../contract/index.js';
import { ENTRY_CONTENT, GENESIS, linkHash, type StoredEntry } from '../chain-content.js';
import { signCheckpoint, type SigningKey } from '../checkpoints/checkpoint.js';
import { Checkpoints } from '../checkpoints/checkpoints.service.js';
import type { ChainReport } from './chain-report.js';
import { verifyChain, type VerifyOptions } from './verify-chain.js';
import { verifyAudit } from './verify-audit.command.js';
import type { TestApplication } from '../../../../test/support/application.js';
import { acme, linkAll, sqlOf, startWithoutWorker } from '../../../../test/support/audit.js';

/** Twelve entries with checkpoints after the fourth and the tenth. The first entry is the start of the application. */
let running: TestApplication;
let vandal: pg.Client;
let kept: string;

async function recordAndLink(entries: number): Promise<void> {
  for (let n = 0; n < entries; n++) {
    await running.app.get(AuditLog).record({
      kind: 'testing.done',
      tenant: acme,
      subject: `person-${n % 2}`,
      comments: n === 1 ? 'Two words' : undefined,
      details: { n, deep: { list: [1.5, -0, 1e21, 'é\u2028', null, true] } },
    });
  }
  await linkAll(running);
}

/**
 * Verifies the log after damage that is done with the triggers disabled, as the owner of the database could. The damage
 * is rolled back.
 */
async function verifyAfter(
  damage: string | (() => Promise<unknown>),
  options: VerifyOptions = {},
): Promise<ChainReport> {
  await vandal.query('BEGIN');
  try {
    for (const table of ['entry', 'link', 'checkpoint', 'key', 'alias', 'comment']) {
      await vandal.query(`ALTER TABLE shared.audit_${table} DISABLE TRIGGER USER`);
    }
    await vandal.query('ALTER TABLE shared.audit_link DROP CONSTRAINT audit_link_entry_id_key');
    await (typeof damage === 'string' ? vandal.query(damage) : damage());
    return await verifyChain(sqlOf(vandal), { patienceMs: 0, ...options });
  } finally {
    await vandal.query('ROLLBACK');
  }
}

const entryAt = async (number: number): Promise<string> =>
  (await vandal.query<{ id: string }>('SELECT entry_id AS id FROM shared.audit_link WHERE number = $1', [number]))
    .rows[0]?.id ?? '';
const idOf = (number: number) => `(SELECT entry_id FROM shared.audit_link WHERE number = ${number})`;

/** Recomputes every link from `first` on, as an attacker who knows the algorithm would. */
async function relinkFrom(first: number): Promise<void> {
  const { rows } = await vandal.query<StoredEntry & { number: number; hash: Buffer }>(
    `SELECT l.number::int, l.hash, ${ENTRY_CONTENT} FROM shared.audit_link l JOIN shared.audit_entry e ON e.id = l.entry_id
     ORDER BY l.number`,
  );
  let hash = GENESIS;
  for (const { number, hash: stored, ...entry } of rows) {
    hash = number < first ? stored : linkHash(hash, number, entry);
    await vandal.query('UPDATE shared.audit_link SET hash = $2 WHERE number = $1', [number, hash]);
  }
}

async function newKey(): Promise<SigningKey & { jwk: object }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { kid: await calculateJwkThumbprint(jwk), privateKey, jwk };
}

describe('Audit verification', () => {
  beforeAll(async () => {
    running = await startWithoutWorker();
    await recordAndLink(3);
    await running.app.get(Checkpoints).sign();
    await recordAndLink(6);
    kept = (await running.app.get(Checkpoints).sign()) ?? '';
    await recordAndLink(2);
    vandal = await running.database.connect();
  });
  afterAll(async () => {
    await vandal.end();
    await running.close();
  });

  describe('The verification of an untouched log', () => {
    it('finds every link, checkpoint and alias as it was', async () => {
      expect(await verifyAfter('SELECT', { checkpoint: kept })).toEqual({
        links: 12,
        checkpoints: 2,
        aliases: 2,
        faults: [],
        unlinked: { count: 0, oldest: null },
        newestCheckpoint: kept,
      });
    });

    it('does not depend on the time zone or the formats of the session', async () => {
      const session =
        "SET LOCAL timezone = 'Asia/Kathmandu'; SET LOCAL datestyle = 'German'; SET LOCAL bytea_output = 'escape'";
      expect(await verifyAfter(session)).toMatchObject({ links: 12, checkpoints: 2, aliases: 2, faults: [] });
    });

    it('finds the chain whole after a person was erased', async () => {
      const report = await verifyAfter("DELETE FROM shared.audit_alias WHERE subject = 'person-1'");
      expect(report).toMatchObject({ links: 12, aliases: 1, faults: [] });
    });
  });

  describe('The verification of an altered log', () => {
    it.each([
      ["kind = 'testing.undone'"],
      ["outcome = 'refused'"],
      ["at = at + interval '1 microsecond'"],
      ["enterprise_id = 'other'"],
      ['test = true'],
      ["actor_kind = 'operator'"],
      ["actor_id = 'other'"],
      ['actor_alias = gen_random_uuid()'],
      ['subject_alias = NULL'],
      ["address = '192.0.2.1'"],
      ["request_id = 'other'"],
      [`details = jsonb_set(details, '{deep,list,0}', '1.25')`],
      [`details = '{"number": 1e400}'`],
    ])('finds the first broken link where entries were altered: %s', async (change) => {
      const report = await verifyAfter(`UPDATE shared.audit_entry SET ${change} WHERE id IN (${idOf(6)}, ${idOf(9)})`);
      expect(report).toMatchObject({
        links: 5,
        faults: [{ what: 'alteredEntry', number: 6, entryId: await entryAt(6) }],
      });
    });

    it.each([1, 12])(
      'finds the first broken link where entry %d was altered: at either end of the chain',
      async (number) => {
        const report = await verifyAfter(`UPDATE shared.audit_entry SET kind = 'x' WHERE id = ${idOf(number)}`);
        expect(report).toMatchObject({ links: number - 1, faults: [{ what: 'alteredEntry', number }] });
      },
    );

    it('finds the first broken link where an entry was deleted', async () => {
      const report = await verifyAfter(`DELETE FROM shared.audit_entry WHERE id = ${idOf(5)}`);
      expect(report).toMatchObject({
        links: 4,
        faults: [{ what: 'missingEntry', number: 5, entryId: await entryAt(5) }],
      });
    });

    it('finds the first broken link where a link was deleted, and its entry, which stands there without one', async () => {
      const report = await verifyAfter('DELETE FROM shared.audit_link WHERE number = 5');
      expect(report).toMatchObject({
        links: 4,
        faults: [{ what: 'missingNumber', number: 5 }],
        unlinked: { count: 1 },
      });
    });

    it.each([
      [3, 4],
      [3, 11],
    ])('finds the first broken link where the entries of %d and %d were exchanged', async (a, b) => {
      const report = await verifyAfter(
        `UPDATE shared.audit_link SET entry_id = CASE number WHEN ${a} THEN ${idOf(b)} ELSE ${idOf(a)} END
       WHERE number IN (${a}, ${b})`,
      );
      expect(report).toMatchObject({
        links: 2,
        faults: [{ what: 'wrongOrder', number: 3, entryId: await entryAt(b) }],
      });
    });

    it('finds the first broken link where whole links were exchanged', async () => {
      const report = await verifyAfter(async () => {
        await vandal.query('UPDATE shared.audit_link SET number = 1000 WHERE number = 3');
        await vandal.query('UPDATE shared.audit_link SET number = 3 WHERE number = 7');
        await vandal.query('UPDATE shared.audit_link SET number = 7 WHERE number = 1000');
      });
      expect(report).toMatchObject({
        links: 2,
        faults: [{ what: 'wrongOrder', number: 3, entryId: await entryAt(7) }],
      });
    });

    it('finds the first broken link where a hash was overwritten', async () => {
      const report = await verifyAfter("UPDATE shared.audit_link SET hash = sha256('x') WHERE number = 8");
      expect(report).toMatchObject({
        links: 7,
        faults: [{ what: 'forgedHash', number: 8, entryId: await entryAt(8) }],
      });
    });

    it('finds the first broken link where an entry was altered and its own hash computed anew, but not those after it', async () => {
      const report = await verifyAfter(async () => {
        await vandal.query(`UPDATE shared.audit_entry SET kind = 'x' WHERE id = ${idOf(8)}`);
        await relinkFrom(8);
        await vandal.query(`UPDATE shared.audit_link SET hash = sha256('x') WHERE number = 9`);
      });
      expect(report.links).toBe(8);
      expect(report.faults[0]).toMatchObject({ number: 9 });
    });
  });

  describe('The checkpoints', () => {
    const rewriteFrom6 = async () => {
      await vandal.query(`UPDATE shared.audit_entry SET kind = 'x' WHERE id = ${idOf(6)}`);
      await relinkFrom(6);
    };

    it('stand against a chain that was computed anew, and tell between which of them', async () => {
      expect(await verifyAfter(rewriteFrom6)).toMatchObject({
        links: 12,
        checkpoints: 1,
        faults: [{ what: 'rewritten', number: 10, after: 4 }],
      });
    });

    it('stand against a chain whose end was cut off together with its entries', async () => {
      const report = await verifyAfter(
        `DELETE FROM shared.audit_entry WHERE id IN (SELECT entry_id FROM shared.audit_link WHERE number > 8);
       DELETE FROM shared.audit_link WHERE number > 8`,
      );
      expect(report).toMatchObject({ links: 8, checkpoints: 1, faults: [{ what: 'cutOff', number: 10 }] });
    });

    it.each([
      ['an unreadable one', "UPDATE shared.audit_checkpoint SET jws = 'x' WHERE number = 10", 10],
      ['one of another number', `UPDATE shared.audit_checkpoint SET jws = '%kept%' WHERE number = 4`, 4],
    ])('are not taken for good when %s stands there', async (_, sql, number) => {
      const report = await verifyAfter(sql.replace('%kept%', kept));
      expect(report.faults).toEqual([{ what: 'forgedCheckpoint', number }]);
    });

    it('are not taken from a key that was put in the place of ours', async () => {
      const { jwk } = await newKey();
      const report = await verifyAfter(() => vandal.query('UPDATE shared.audit_key SET public_key = $1', [jwk]));
      expect(report.faults).toEqual([{ what: 'forgedCheckpoint', number: 4 }]);
    });

    it('tell nothing when chain, key and checkpoints were all replaced, except for one that was kept elsewhere', async () => {
      const replaceAll = async () => {
        const { jwk, ...key } = await newKey();
        await rewriteFrom6();
        const { rows } = await vandal.query<{ hash: string }>(
          "SELECT encode(hash, 'hex') AS hash FROM shared.audit_link WHERE number = 12",
        );
        const jws = await signCheckpoint({ number: 12, hash: rows[0]?.hash ?? '', at: new Date().toISOString() }, key);
        await vandal.query('UPDATE shared.audit_key SET kid = $1, public_key = $2', [key.kid, jwk]);
        await vandal.query('DELETE FROM shared.audit_checkpoint WHERE number = 4');
        await vandal.query('UPDATE shared.audit_checkpoint SET number = 12, jws = $1', [jws]);
      };
      expect(await verifyAfter(replaceAll)).toMatchObject({ links: 12, checkpoints: 1, faults: [] });
      expect((await verifyAfter(replaceAll, { checkpoint: kept })).faults).toEqual([{ what: 'forgedCheckpoint' }]);
    });

    it('witness from elsewhere when those in the database were removed', async () => {
      const rewriteAndRemove = async () => {
        await rewriteFrom6();
        await vandal.query('DELETE FROM shared.audit_checkpoint');
      };
      expect((await verifyAfter(rewriteAndRemove)).faults).toEqual([]);
      expect((await verifyAfter(rewriteAndRemove, { checkpoint: kept })).faults).toEqual([
        { what: 'rewritten', number: 10 },
      ]);
    });
  });

  describe('An alias', () => {
    const forceAlias = async (sql: string) => {
      await vandal.query('ALTER TABLE shared.audit_alias ALTER COLUMN alias DROP EXPRESSION');
      await vandal.query(sql);
    };

    it('cannot be given to another person without a trace', async () => {
      const { rows } = await vandal.query<{ alias: string }>(
        "SELECT alias FROM shared.audit_alias WHERE subject = 'person-0'",
      );
      const report = await verifyAfter(() =>
        forceAlias("UPDATE shared.audit_alias SET subject = 'person-00' WHERE subject = 'person-0'"),
      );
      expect(report).toMatchObject({ links: 12, faults: [{ what: 'alteredAlias', alias: rows[0]?.alias }] });
    });
  });

  describe('The reason that an entry gives', () => {
    it.each([
      ['altered', "UPDATE shared.audit_comment SET comments = 'Three words' WHERE first"],
      ['removed', 'DELETE FROM shared.audit_comment WHERE first'],
    ])('cannot be %s without a trace', async (_how, damage) => {
      const first = '(SELECT min(entry_id::text)::uuid FROM shared.audit_comment)';
      const report = await verifyAfter(damage.replace('first', `entry_id = ${first}`));
      expect(report).toMatchObject({ links: 12, faults: [{ what: 'alteredComments', entryId: expect.any(String) }] });
    });

    it('goes with the person, and nothing is amiss then', async () => {
      const report = await verifyAfter(
        "DELETE FROM shared.audit_alias WHERE subject = 'person-1'; DELETE FROM shared.audit_comment WHERE false",
      );
      expect(report).toMatchObject({ links: 12, faults: [] });
    });
  });

  describe('The command', () => {
    const verified = async (damage: string, checkpoint?: string): Promise<{ code: number; text: string }> => {
      await vandal.query('BEGIN');
      await vandal.query(
        'ALTER TABLE shared.audit_entry DISABLE TRIGGER USER; ALTER TABLE shared.audit_link DISABLE TRIGGER USER',
      );
      await vandal.query(damage);
      const lines: string[] = [];
      const code = await verifyAudit(sqlOf(vandal), (line) => lines.push(line), { checkpoint });
      await vandal.query('ROLLBACK');
      return { code, text: lines.join('\n') };
    };

    it('ends with 0 and the checkpoint to keep when all is well', async () => {
      const { code, text } = await verified('SELECT', kept);
      expect(code).toBe(0);
      expect(text).toContain('12 links');
      expect(text).toContain('agrees with the checkpoint that was given');
      expect(text.split('\n').at(-1)).toBe(kept);
    });

    it('ends with 1 and names the first broken link', async () => {
      const { code, text } = await verified(`DELETE FROM shared.audit_entry WHERE id = ${idOf(5)}`);
      expect(code).toBe(1);
      expect(text).toContain('DAMAGED');
      expect(text).not.toContain(kept);
      expect(text).toContain(`Link 5, entry ${await entryAt(5)}: the entry was deleted`);
    });

    it('ends with 1 when it is given a checkpoint that is none', async () => {
      const { code, text } = await verified('SELECT', 'x');
      expect(code).toBe(1);
      expect(text).toContain('The given checkpoint: ');
    });

    it('exits with 2 when entries have waited too long to be linked', async () => {
      const { code, text } = await verified('DELETE FROM shared.audit_link WHERE number = 12');
      expect(code).toBe(2);
      expect(text).toContain('Without a link: 1, ');
    });
  });
});
