import { randomBytes, randomUUID } from 'node:crypto';
import type { EvidenceKind } from './evidence.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { Evidence } from './evidence.service.js';
import { Blobs } from '../../shared/storage/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { meetAtLock, waiting } from '../../../test/support/held-locks.js';
import { gate, until } from '../../../test/integration/support/until.js';
import { running } from '../../../test/support/idv/running.js';

const removed = { name: 'blobs/removed' };

describe('Evidence', () => {
  let evidence: Evidence;
  let db: Database;
  let session: SessionRef;

  beforeAll(() => {
    [evidence, db] = [running().app.get(Evidence), running().app.get(Database)];
  });
  beforeEach(() => (session = { tenant: Tenant.of('default', false), sessionId: randomUUID() }));

  async function* streamOf(...pieces: (Buffer | string)[]): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const keep = (kind: EvidenceKind, text: string, of = session) =>
    evidence.keep(of, kind, 'image/jpeg', streamOf(text));
  const read = async (kind: EvidenceKind, of = session) => (await evidence.read(of, kind))?.toString();
  /** The stored blobs of the session, and the keys that could open them. */
  const stored = async () =>
    db.one<{ blobs: number; keys: number }>(
      `SELECT count(b.blob_id)::int AS blobs, count(DISTINCT k.wrapped)::int AS keys
       FROM shared.blob_key k LEFT JOIN shared.blob b USING (key_id) WHERE owner = $1`,
      [`idv/session:${session.sessionId}`],
    );

  describe('Evidence', () => {
    it('is read as it was kept, and listed by kind', async () => {
      await keep('front', 'the front');
      await keep('frame-12', 'a frame');
      expect([await read('front'), await read('frame-12'), await read('back')]).toEqual([
        'the front',
        'a frame',
        undefined,
      ]);
      expect(await evidence.list(session)).toMatchObject([
        { kind: 'frame-12', contentType: 'image/jpeg', bytes: 7 },
        { kind: 'front', contentType: 'image/jpeg', bytes: 9 },
      ]);
    });

    it('replaces the former picture after a retake, and the bytes of that one go', async () => {
      await keep('front', 'blurred');
      await keep('front', 'sharp');
      expect([await read('front'), await stored()]).toEqual(['sharp', { blobs: 1, keys: 1 }]);
    });

    it('is one picture after two retakes at once', async () => {
      await keep('selfie', 'first');
      const lock = 'SELECT FROM idv.evidence WHERE session_id = $1 FOR UPDATE';
      const race = ['second', 'third'].map((text) => () => keep('selfie', text));
      const ends = await meetAtLock(running().database, lock, [session.sessionId], race);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      expect(['second', 'third']).toContain(await read('selfie'));
      expect(await stored()).toEqual({ blobs: 1, keys: 1 });
    });

    it('stays the former picture when a retake breaks off', async () => {
      await keep('front', 'whole');
      const half = async function* () {
        yield Buffer.from('half');
        throw new Error('the connection broke');
      };
      await expect(evidence.keep(session, 'front', 'image/jpeg', half())).rejects.toThrow('the connection broke');
      expect([await read('front'), await stored()]).toEqual(['whole', { blobs: 1, keys: 1 }]);
    });

    it('belongs to its session and tenant only', async () => {
      await keep('front', 'mine');
      const others = [
        { ...session, sessionId: randomUUID() },
        { ...session, tenant: Tenant.of('default', true) },
        { ...session, tenant: Tenant.of('other', false) },
      ];
      for (const other of others) {
        expect([await read('front', other), await evidence.list(other)]).toEqual([undefined, []]);
        await evidence.drop(other);
      }
      expect(await read('front')).toBe('mine');
    });

    it('is refused when nobody knows its kind', async () => {
      const kind: string = 'passport';
      await expect(keep(kind as EvidenceKind, 'x')).rejects.toThrow('evidence_kind');
    });
  });

  describe('Findings', () => {
    it('open for their own session only', async () => {
      const sealed = await evidence.sealFindings(session, { document: { number: 'P1234567' } });
      expect(sealed.toString('latin1')).not.toContain('P1234567');
      expect(await evidence.openFindings(session, sealed)).toEqual({ document: { number: 'P1234567' } });
      const other = { ...session, sessionId: randomUUID() };
      expect(await evidence.openFindings(other, sealed)).toBeUndefined();
      await keep('front', 'x', other);
      await expect(evidence.openFindings(other, sealed)).rejects.toMatchObject({ name: 'SealBroken' });
    });

    it('that are the first of a session are undone with their transaction', async () => {
      const uow = running().app.get(UnitOfWork);
      const undone = uow.run(async () => {
        const sealed = await evidence.sealFindings(session, { score: 1 });
        expect(await evidence.openFindings(session, sealed)).toEqual({ score: 1 });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await stored()).toEqual({ blobs: 0, keys: 0 });
      await keep('front', 'kept');
      expect(await read('front')).toBe('kept');
    });
  });

  describe('A dropped session', () => {
    it('has neither pictures nor findings, nor the key to any, and takes none', async () => {
      await keep('front', 'the front');
      const sealed = await evidence.sealFindings(session, { score: 1 });
      await evidence.drop(session);
      expect([await read('front'), await evidence.list(session)]).toEqual([undefined, []]);
      expect(await evidence.openFindings(session, sealed)).toBeUndefined();
      expect(await stored()).toEqual({ blobs: 0, keys: 0 });
      await expect(keep('front', 'again')).rejects.toMatchObject(removed);
      await expect(evidence.sealFindings(session, { score: 2 })).rejects.toMatchObject(removed);
      await evidence.drop(session);
      expect(await stored()).toEqual({ blobs: 0, keys: 0 });
    });

    it('takes none even if it had none before', async () => {
      await evidence.drop(session);
      await expect(keep('front', 'late')).rejects.toMatchObject(removed);
    });

    it('stays whole when the transaction that drops it fails', async () => {
      await keep('front', 'the front');
      const failing = running()
        .app.get(UnitOfWork)
        .run(async () => {
          await evidence.drop(session);
          throw new Error('undone');
        });
      await expect(failing).rejects.toThrow('undone');
      expect(await read('front')).toBe('the front');
    });

    it('ends an upload that is under way', async () => {
      const [begun, dropped] = [gate(), gate()];
      const content = async function* () {
        yield randomBytes(600_000);
        begun.open();
        await dropped.passed;
        yield randomBytes(600_000);
      };
      const kept = evidence.keep(session, 'front', 'image/jpeg', content());
      await begun.passed;
      await evidence.drop(session);
      dropped.open();
      await expect(kept).rejects.toMatchObject(removed);
      expect([await stored(), await evidence.list(session)]).toEqual([{ blobs: 0, keys: 0 }, []]);
    });

    it('leaves nothing of an upload that begins while it is dropped', async () => {
      await keep('front', 'first');
      const holder = await running().database.connect();
      await holder.query('BEGIN');
      const owner = `idv/session:${session.sessionId}`;
      await holder.query('SELECT FROM shared.blob_key WHERE owner = $1 FOR UPDATE', [owner]);
      const dropped = evidence.drop(session);
      await until(async () => (await waiting(holder)) === 1);
      const late = keep('back', 'late').catch((error: unknown) => error);
      await until(async () => (await waiting(holder)) === 2);
      await holder.query('COMMIT');
      await holder.end();
      await dropped;
      expect(await late).toMatchObject(removed);
      expect([await stored(), await evidence.list(session)]).toEqual([{ blobs: 0, keys: 0 }, []]);
    });

    it('leaves no mark after a day', async () => {
      await evidence.drop(session);
      const marks = () => db.rows('SELECT FROM shared.blob_key WHERE owner = $1', [`idv/session:${session.sessionId}`]);
      await running().app.get(Blobs).forgetRemovedOwners(10);
      expect(await marks()).toHaveLength(1);
      await db.rows(`UPDATE shared.blob_key SET removed_at = now() - interval '25 hours' WHERE wrapped IS NULL`);
      await running().app.get(Blobs).forgetRemovedOwners(1_000);
      expect(await marks()).toHaveLength(0);
    });
  });
});
