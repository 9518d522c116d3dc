import { randomUUID } from 'node:crypto';
import { FaceModel } from '@countersign/identity-engine';
import type { Session } from '../sessions/session.entity.js';
import { FaceStepUps } from '../contract/index.js';
import { sandboxEngine } from '../engines/sandbox-engine.adapter.js';
import { DescriptorFaceMatcher } from '../engine/face/face-matcher.adapter.js';
import { FaceEngine } from '../engine/face/face-engine.service.js';
import type { FaceTemplate } from '../engines/engine.port.js';
import { DuplicateFaces } from './duplicate-faces.service.js';
import { KeptFaceChecks } from './kept-face-checks.service.js';
import { FaceSection } from '../retention/idv.sections.js';
import { FaceTemplateRepository } from './face-template.repository.js';
import { PictureInspection } from '../pictures/picture-inspection.service.js';
import { AuditLog } from '../../audit/contract/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { WorkerPools } from '../../shared/workers/index.js';
import { performJob } from '../../../test/support/jobs.js';
import { jpegOf } from '../../../test/support/pictures.js';
import { TEST, Verifications } from '../../../test/support/verifications.js';
import { until } from '../../../test/integration/support/until.js';
import { running } from '../../../test/support/idv/running.js';

const SCOPE = Tenant.all('a test looks everywhere');
const never = new AbortController().signal;

describe('Kept faces', () => {
  let verifications: Verifications;
  beforeAll(async () => {
    verifications = await Verifications.of(running());
  });
  const get = <T>(type: new (...args: never[]) => T): T => running().app.get(type);
  const follow = ({ sessionId, enterpriseId, test }: Session) =>
    performJob(running().app, 'idv/keep-face', { sessionId, enterpriseId, test });
  const verified = async (keepFace: boolean): Promise<Session> => {
    const session = await verifications.optedIn(true, {}, keepFace);
    await follow(session);
    return session;
  };
  const kept = ({ sub }: Session) => get(FaceTemplateRepository).find(SCOPE, sub);
  const jobsOf = ({ sessionId }: Session) =>
    verifications.db.rows(`SELECT FROM shared.job WHERE kind = 'idv/keep-face' AND dedupe_key = $1`, [sessionId]);
  const checks = (): FaceStepUps => running().app.get(FaceStepUps);
  const frame = async () => (await jpegOf()).toString('base64');

  describe('The face of a user', () => {
    it('is kept when they chose so, sealed', async () => {
      const session = await verifications.optedIn(true, { matchThreshold: 0.9 }, true);
      await until(async () => (await jobsOf(session)).length === 1);
      expect(await kept(session)).toBeUndefined();
      await follow(session);
      expect(await kept(session)).toMatchObject({ template: { model: 'sandbox' }, matchThreshold: 0.9, tenant: TEST });
      const { sub, userId } = session;
      const section = await get(FaceSection).section({ sub, userId, enterpriseId: 'default', test: true });
      expect(section).toEqual({ name: 'keptFace', data: { model: 'sandbox', keptAt: expect.any(String) } });
      const { entries } = await running().app.get(AuditLog).list({ tenant: TEST, subject: sub }, 20);
      expect(entries.map(({ kind }) => kind)).toContain('idv.face-kept');
    });

    it('is kept before evidence that nobody wants to keep is dropped', async () => {
      const session = await verifications.optedIn(true, { retentionDays: 0 }, true);
      await performJob(running().app, 'idv/drop-evidence');
      await follow(session);
      expect(await kept(session)).toBeDefined();
      expect((await verifications.current(session)).dropAt).toEqual(session.finishedAt);
      await performJob(running().app, 'idv/drop-evidence');
      expect((await verifications.current(session)).dropAt).toBeNull();
    });

    it('is given up with the evidence after an hour, and the audit log says so', async () => {
      const session = await verifications.optedIn(true, { retentionDays: 0 }, true);
      await verifications.db.rows(
        `UPDATE idv.session SET drop_at = drop_at - interval '1 hour' WHERE session_id = $1`,
        [session.sessionId],
      );
      await performJob(running().app, 'idv/drop-evidence');
      await follow(session);
      expect(await kept(session)).toBeUndefined();
      const { entries } = await running().app.get(AuditLog).list({ tenant: TEST, subject: session.sub }, 20);
      expect(entries).toContainEqual(expect.objectContaining({ kind: 'idv.face-kept', outcome: 'refused' }));
    });

    it('is not kept otherwise, nor of a verification that failed', async () => {
      expect(await kept(await verified(false))).toBeUndefined();
      const refused = await verifications.optedIn(false, {}, true);
      await follow(refused);
      expect(await kept(refused)).toBeUndefined();
    });

    it('is dropped when a later verification chooses otherwise', async () => {
      const session = await verified(true);
      await verifications.db.rows('UPDATE idv.session SET keep_face = false WHERE session_id = $1', [
        session.sessionId,
      ]);
      await follow(session);
      expect(await kept(session)).toBeUndefined();
    });

    it('stays when a vendor verifies them later, because nobody asks about the face there', async () => {
      const session = await verified(true);
      await verifications.db.rows('UPDATE idv.session SET keep_face = false, by_vendor = true WHERE session_id = $1', [
        session.sessionId,
      ]);
      await follow(session);
      expect(await kept(session)).toBeDefined();
    });

    it('is erased with them', async () => {
      const session = await verified(true);
      await verifications.portal.put(`/v1/users/${session.userId}/status`, { status: 'DELETED' });
      await verifications.db.rows(`UPDATE users."user" SET deleted_at = now() - interval '400 days' WHERE sub = $1`, [
        session.sub,
      ]);
      await performJob(running().app, 'users/erase-deleted');
      await until(async () => (await kept(session)) === undefined);
      await follow(session);
      expect(await kept(session)).toBeUndefined();
    });
  });

  describe('A face before the camera', () => {
    it('is asked for the same moves until it has answered, and for others the next time', async () => {
      const { sub } = await verified(true);
      const begun = await checks().begin(sub, 'step-up 1');
      expect(begun).toEqual({ steps: expect.arrayContaining(['look_straight']), nonce: expect.any(String) });
      expect(await checks().begin(sub, 'step-up 1')).toEqual(begun);
      const others = await Promise.all(Array.from({ length: 8 }, (_, at) => checks().begin(sub, `step-up ${at + 2}`)));
      expect(new Set(others.map((other) => other?.steps.join())).size).toBeGreaterThan(1);
    });

    it('confirms who is there', async () => {
      const { sub } = await verified(true);
      expect(await checks().isRight(sub, 'step-up 1', [await frame()])).toBe(true);
    });

    it.each([
      ['none', () => []],
      ['too many', () => Array(25).fill('AAAA')],
      ['no list', () => ({ frames: 1 })],
      ['numbers', () => [1, 2]],
      ['what is no base64', () => ['<svg/>']],
      ['what is no picture', () => [Buffer.from('hello').toString('base64')]],
    ])('confirms nobody by frames that are %s', async (_, frames) => {
      const { sub } = await verified(true);
      expect(await checks().isRight(sub, 'step-up 1', frames())).toBe(false);
    });

    it('is compared by the model that described it, and described by the one in use from then on', async () => {
      const session = await verified(true);
      const { sub } = session;
      const described: (string | undefined)[] = [];
      const faces = {
        models: ['new', 'sandbox'],
        describe: (_picture: Buffer, _signal: AbortSignal, model = 'new') => {
          described.push(model);
          return Promise.resolve({ model, values: [1, 2] });
        },
        likeness: (one: FaceTemplate, other: FaceTemplate) => (one.model === other.model ? 0.99 : undefined),
      };
      const engines = { has: () => true, of: () => ({ ...sandboxEngine, faces }) };
      const changed = new KeptFaceChecks(
        get(FaceTemplateRepository),
        engines as never,
        get(PictureInspection),
        get(BlindIndex),
      );
      expect(await changed.isRight(sub, 'step-up 1', [await frame()])).toBe(true);
      expect(described).toEqual(['sandbox', 'new']);
      expect((await kept(session))?.template).toEqual({ model: 'new', values: [1, 2] });
      expect(await changed.isRight(sub, 'step-up 2', [await frame()])).toBe(true);
      expect(described).toEqual(['sandbox', 'new', 'new']);
      expect(await checks().isOffered(sub)).toBe(false);
    });

    it('is not asked for where none is kept', async () => {
      const { sub } = await verified(false);
      expect(await checks().begin(sub, 'step-up 1')).toBeUndefined();
      expect(await checks().isRight(sub, 'step-up 1', [await frame()])).toBe(false);
    });
  });

  describe('A face that another user has kept', () => {
    const values = Array.from({ length: 128 }, (_, at) => Math.sin(at) / 10);
    const apart = (distance: number): FaceTemplate => ({
      model: FaceModel.dlib.name,
      values: values.map((value, at) => (at === 0 ? value + distance : value)),
    });
    const sessionLike = async (changes: object): Promise<Session> =>
      Object.assign(await verifications.optedIn(), {
        test: false,
        enterpriseId: 'duplicates',
        sub: randomUUID(),
        ...changes,
      });
    const isOfAnother = async (session: Session, model = FaceModel.dlib) => {
      const matcher = new DescriptorFaceMatcher(new FaceEngine(get(WorkerPools), model));
      const faces = Object.assign(matcher, {
        describe: (_picture: Buffer, _signal: AbortSignal, by: string) =>
          Promise.resolve(by === FaceModel.dlib.name ? apart(0) : { model: by, values: [1, 0] }),
      });
      return get(DuplicateFaces).isOfAnother(session, faces, Buffer.alloc(0), never);
    };
    const asked = (duplicateFace: boolean) => ({ settings: { ...settings, duplicateFace } });
    let settings: Session['settings'];
    let other: Session;
    beforeAll(async () => {
      other = await sessionLike({});
      settings = other.settings;
      await get(UnitOfWork).run((tx) => get(FaceTemplateRepository).put(tx, other, apart(0.3), new Date()));
    });

    it('is found, where the enterprise asks for it', async () => {
      const session = await sessionLike(asked(true));
      expect(await isOfAnother(session)).toBe(true);
      expect(await isOfAnother(Object.assign(session, asked(false)))).toBe(false);
    });

    it('is found by the net that described it, where another one is in use by now', async () => {
      expect(await isOfAnother(await sessionLike(asked(true)), FaceModel.mobileFaceNet)).toBe(true);
    });

    it.each<[string, () => object]>([
      ['of another enterprise', () => ({ enterpriseId: 'elsewhere' })],
      ['in test mode', () => ({ test: true })],
      ['their own', () => ({ sub: other.sub })],
    ])('is not one %s', async (_, changes) => {
      expect(await isOfAnother(await sessionLike({ ...asked(true), ...changes() }))).toBe(false);
    });

    it('is not one that merely looks alike', async () => {
      await get(UnitOfWork).run((tx) => get(FaceTemplateRepository).put(tx, other, apart(0.5), new Date()));
      expect(await isOfAnother(await sessionLike(asked(true)))).toBe(false);
    });
  });

  it('The sandbox says what its templates are', () => {
    const other = { model: 'another', values: [] };
    expect(sandboxEngine.faces.likeness({ model: 'sandbox', values: [] }, other)).toBeUndefined();
  });
});
