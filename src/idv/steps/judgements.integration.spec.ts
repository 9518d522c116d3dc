import type { SignalKind } from '@countersign/identity-engine';
import { Evidence } from '../evidence/evidence.service.js';
import { SelfieSteps, type SelfieWay } from '../selfies/selfie-steps.service.js';
import type { Reason } from '../sessions/rules/reasons.js';
import { moveClock } from '../../../test/support/clock.js';
import { editedFile, FACE, noisyPhotograph } from '../../../test/support/edited-file.js';
import { FakeEngine } from '../../../test/support/fake-engine.js';
import { idvPortalOf, type IdvPortal } from '../../../test/support/idv-portal.js';
import { IdvVisitor } from '../../../test/support/idv-visitor.js';
import { jpegOf, shaded } from '../../../test/support/pictures.js';
import { portalOf } from '../../../test/support/tokens.js';
import { running } from '../../../test/e2e/idv/running.js';

let users = 10;
const wrongStep = { name: 'idv/wrong-step' };

describe('Judgements', () => {
  let portal: IdvPortal;
  let engine: FakeEngine;
  beforeAll(async () => {
    portal = await idvPortalOf(running(), { test: false });
  });
  beforeEach(() => {
    engine = FakeEngine.install(running());
  });
  afterAll(() => FakeEngine.uninstall(running()));

  const begin = async (userId: string, fields: object = {}) => {
    const token = await portal.token(await portal.enrol(userId, fields));
    return { token, visitor: await IdvVisitor.start(running(), token) };
  };
  const resultOf = async (token: string) => (await portal.result(token)).body;
  const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
    moveClock(running().app, minutes * 60_000);
    try {
      return await work();
    } finally {
      moveClock(running().app, -minutes * 60_000);
    }
  };
  const evidenceOf = async (visitor: IdvVisitor) => {
    const { ref } = await visitor.session();
    return (await running().app.get(Evidence).list(ref)).map(({ kind }) => kind);
  };

  describe('A document', () => {
    it.each<readonly [Reason, string, (engine: FakeEngine) => void]>([
      [
        'document_unreadable',
        'DOCUMENT_REJECTED',
        (e) => (e.reading = () => ({ outcome: 'retry', reason: 'document_unreadable' })),
      ],
      ['document_unreadable', 'DOCUMENT_REJECTED', (e) => e.reads({}, { doubts: ['document_data_mismatch'] })],
      ['document_expired', 'DOCUMENT_REJECTED', (e) => e.reads({ expiryDate: '2020-01-01' })],
      ['document_type_not_accepted', 'DOCUMENT_REJECTED', (e) => e.reads({ type: 'identity_card' })],
      ['portrait_missing', 'DOCUMENT_REJECTED', (e) => e.reads({}, { portrait: undefined as never })],
      [
        'check_digit_mismatch',
        'DOCUMENT_MISMATCH',
        (e) => (e.reading = () => ({ outcome: 'retry', reason: 'check_digit_mismatch' })),
      ],
      ['document_data_mismatch', 'DOCUMENT_MISMATCH', (e) => e.reads({ lastNames: 'SOMEBODY ELSE' })],
    ])('that fails three times by %s ends %s', async (reason, status, prepare) => {
      const { token, visitor } = await begin(`r-${++users}`, {
        firstName: 'Anna',
        lastName: 'Eriksson',
      });
      await visitor.consent();
      await visitor.choose();
      prepare(engine);
      expect(await visitor.picture()).toEqual({ retry: reason, left: 2, step: 'front' });
      expect(await visitor.picture()).toEqual({ retry: reason, left: 1, step: 'front' });
      expect(await visitor.picture()).toEqual({ final: status });
      const body = await resultOf(token);
      expect(body).toMatchObject({ status, reasons: [{ code: reason }], attempts: { document: 3, selfie: 0 } });
      expect(body).not.toHaveProperty('document');
    });

    it('whose front shows no portrait is refused before its back is asked for', async () => {
      const { visitor } = await begin('r1-side');
      await visitor.consent();
      await visitor.choose('identity_card');
      engine.portrayed = false;
      expect(await visitor.picture('front')).toEqual({ retry: 'portrait_missing', left: 2, step: 'front' });
      await expect(visitor.picture('back')).rejects.toMatchObject(wrongStep);
      engine.portrayed = true;
      expect(await visitor.picture('front')).toEqual({ step: 'back' });
      expect(await visitor.picture('back')).toEqual({ step: 'confirm' });
    });

    it('that could not be read is read with its picture before, once there is one; a card with both of its sides before', async () => {
      const { visitor } = await begin('r2-again');
      const earlier: (Buffer | undefined)[] = [];
      const backs: boolean[] = [];
      const unreadable = { outcome: 'retry', reason: 'document_unreadable' } as const;
      engine.reading = (pictures) => {
        earlier.push(pictures.earlier);
        backs.push(pictures.earlierBack !== undefined);
        return earlier.length === 2 ? { ...unreadable, reason: 'document_expired' } : unreadable;
      };
      await visitor.consent();
      await visitor.choose();
      const [first, second] = [await jpegOf({ seed: 1 }), await jpegOf({ seed: 2 })];
      await visitor.picture('front', undefined, first);
      await visitor.picture('front', undefined, second);
      await visitor.picture('front', undefined, first);
      expect(earlier.map((picture) => picture !== undefined)).toEqual([false, true, false]);
      const card = await begin('r2-card');
      await card.visitor.consent();
      await card.visitor.choose('identity_card');
      for (const side of ['front', 'back', 'front', 'back'] as const) await card.visitor.picture(side);
      expect(earlier.slice(3).map((picture) => picture !== undefined)).toEqual([false, true]);
      expect(backs).toEqual([false, false, false, false, true]);
    });

    it('is begun again with its front when the reading of both sides fails', async () => {
      const { visitor } = await begin('r2');
      await visitor.consent();
      await visitor.choose('identity_card');
      engine.reading = () => ({ outcome: 'retry', reason: 'document_unreadable' });
      await visitor.picture('front');
      expect(await visitor.picture('back')).toEqual({ retry: 'document_unreadable', left: 2, step: 'front' });
    });

    it('that the user says was read wrongly is taken again, as long as there are attempts', async () => {
      const { visitor } = await begin('r3');
      await visitor.consent();
      await visitor.choose();
      for (let attempt = 1; attempt <= 2; attempt++) {
        expect(await visitor.picture()).toEqual({ step: 'confirm' });
        expect(await visitor.confirm('retake')).toEqual({ step: 'front' });
      }
      await visitor.picture();
      await expect(visitor.confirm('retake')).rejects.toMatchObject(wrongStep);
      expect(await visitor.confirm()).toEqual({ step: 'selfie' });
    });

    it('is refused when it is of another user, and not when it is of the same; another enterprise knows nothing of it', async () => {
      engine.reads({ number: 'DUP 100' });
      const first = await begin('r4');
      await first.visitor.toOptIn();
      await first.visitor.optIn();
      const again = await IdvVisitor.start(running(), await portal.token('r4'));
      await again.toSelfie();
      engine.reads({ number: 'dup100' });
      const thief = await begin('r5');
      await thief.visitor.consent();
      await thief.visitor.choose();
      expect(await thief.visitor.picture()).toMatchObject({ retry: 'duplicate_document' });
      const other = await idvPortalOf(running(), { test: false, enterpriseId: 'elsewhere' });
      const there = await IdvVisitor.start(running(), await other.token(await other.enrol('r6')));
      await there.toSelfie();
      expect(await there.session()).toMatchObject({ step: 'selfie' });
    });

    it('that the user gives up for another one leaves no picture behind', async () => {
      engine.reads({ type: 'identity_card', firstNames: 'JOHN' });
      const { visitor } = await begin('r13', { firstName: 'Anna' });
      await visitor.consent();
      await visitor.choose('identity_card');
      await visitor.picture('front');
      expect(await visitor.picture('back')).toMatchObject({ retry: 'document_data_mismatch' });
      expect(await evidenceOf(visitor)).toEqual(['back', 'front']);
      await visitor.another();
      engine.reads({});
      await visitor.choose('passport');
      expect(await evidenceOf(visitor)).toEqual([]);
      expect(await visitor.picture('front')).toEqual({ step: 'confirm' });
      expect(await evidenceOf(visitor)).toEqual(['front', 'portrait']);
    });

    it('that two users show at the same time is that of the one who comes to the end first', async () => {
      engine.reads({ number: 'DUP 200' });
      const both = [await begin('r7'), await begin('r8')];
      for (const { visitor } of both) await visitor.toOptIn();
      const finals = await Promise.all(both.map(({ visitor }) => visitor.optIn()));
      expect(finals.map((outcome) => 'final' in outcome && outcome.final).sort()).toEqual([
        'DOCUMENT_MISMATCH',
        'VERIFIED',
      ]);
      const results = await Promise.all(both.map(({ token }) => resultOf(token)));
      expect(results.flatMap(({ reasons }) => reasons)).toMatchObject([{ code: 'duplicate_document' }]);
    });

    it('is refused under another name of the same card, too, when it is of another user', async () => {
      const cardOf = async (userId: string, type: 'identity_card' | 'residence_permit') => {
        engine.reads({ number: 'DUP300', type });
        const { visitor } = await begin(userId);
        await visitor.consent();
        await visitor.choose(type);
        await visitor.picture('front');
        return { visitor, outcome: await visitor.picture('back') };
      };
      const { visitor, outcome } = await cardOf('r9', 'residence_permit');
      expect(outcome).toEqual({ step: 'confirm' });
      await visitor.confirm();
      await visitor.selfie();
      expect(await visitor.optIn()).toEqual({ final: 'VERIFIED' });
      expect((await cardOf('r10', 'identity_card')).outcome).toMatchObject({ retry: 'duplicate_document' });
    });

    it('is not verified by a person for a second user', async () => {
      engine.reads({ number: 'DUP400' });
      engine.comparison = { outcome: 'compared', score: 0.7 };
      await portal.configure({ review: true });
      const both = [await begin('r11'), await begin('r12')];
      await portal.configure(null);
      for (const { visitor } of both) expect(await (await visitor.toOptIn()).optIn()).toEqual({ final: 'REVIEW' });
      const reviewer = await portalOf(running(), { scopes: ['idv:review'] });
      const decide = async ({ visitor }: (typeof both)[number], outcome: string) =>
        reviewer.post(`/v1/idvReviews/${(await visitor.session()).sessionId}/decision`, { outcome, reason: 'Seen.' });
      expect((await decide(both[0]!, 'VERIFIED')).status).toBe(200);
      const refused = { status: 409, body: { code: 'idv/document-taken' } };
      expect(await decide(both[1]!, 'VERIFIED')).toMatchObject(refused);
      expect((await decide(both[1]!, 'DOCUMENT_MISMATCH')).status).toBe(200);
    });
  });

  describe('Signals', () => {
    const raised = (...kinds: SignalKind[]) =>
      kinds.map((kind) => ({ kind, side: 'back', strength: 1, raised: true }) as const);
    const weak = raised('screen_pattern', 'error_level', 'editing_software');

    it.each([false, true])('decide nothing when they are of the file and of a screen (review: %s)', async (review) => {
      engine.reads({}, { signals: weak });
      await portal.configure({ review });
      const { token, visitor } = await begin(`s-${review}`);
      await portal.configure(null);
      await visitor.toOptIn();
      expect(await visitor.optIn()).toEqual({ final: 'VERIFIED' });
      const result = await resultOf(token);
      expect(result).toMatchObject({ reasons: [], signals: weak.map(({ kind }) => kind) });
    });

    it('are a doubt about a covered portrait where a person decides, and two of them are another try otherwise', async () => {
      const shown = async (user: string, review: boolean, ...kinds: SignalKind[]) => {
        engine.reads({}, { signals: raised(...kinds) });
        await portal.configure({ review });
        const { visitor } = await begin(user);
        await portal.configure(null);
        await visitor.consent();
        await visitor.choose();
        return { visitor, outcome: await visitor.picture() };
      };
      expect((await shown('s-p1', false, 'second_portrait')).outcome).toEqual({ step: 'confirm' });
      const { outcome } = await shown('s-p2', false, 'second_portrait', 'portrait_edges');
      expect(outcome).toEqual({ retry: 'portrait_suspicious', left: 2, step: 'front' });
      const { visitor } = await shown('s-p3', true, 'second_portrait');
      await visitor.confirm();
      await visitor.selfie();
      expect(await visitor.optIn()).toEqual({ final: 'REVIEW' });
      expect(await visitor.session()).toMatchObject({ doubts: ['portrait_suspicious'] });
    });

    it('are a doubt about a portrait that was put into a file where a person decides', async () => {
      const shown = async (user: string, file: Buffer) => {
        engine.reads({}, { portraitAt: FACE });
        await portal.configure({ review: true });
        const { visitor } = await begin(user);
        await portal.configure(null);
        await visitor.consent();
        await visitor.choose();
        expect(await visitor.file('front', file)).toEqual({ step: 'confirm' });
        return visitor.session();
      };
      expect(await shown('s-f1', await noisyPhotograph())).toMatchObject({ doubts: [] });
      expect(await shown('s-f2', await editedFile())).toMatchObject({ doubts: ['portrait_suspicious'] });
    });

    it('are a doubt about a selfie where a person decides, and two of them are another try otherwise', async () => {
      const filmed = async (user: string, review: boolean, repeated: number, at = portal) => {
        engine.judgement = { outcome: 'live', selfies: [0], score: 0.97, light: 0.9, repeated };
        await at.configure({ review });
        const visitor = await IdvVisitor.start(running(), await at.token(await at.enrol(user)));
        await at.configure(null);
        await visitor.toSelfie();
        return { visitor, outcome: await visitor.selfie({ isVirtualCamera: true }) };
      };
      expect((await filmed('s-c1', false, 0)).outcome).toEqual({ step: 'optIn' });
      const { outcome } = await filmed('s-c2', false, 0.5);
      expect(outcome).toEqual({ retry: 'capture_suspicious', left: 2, step: 'selfie' });
      const { visitor } = await filmed('s-c3', true, 0);
      expect(await visitor.optIn()).toEqual({ final: 'REVIEW' });
      expect(await visitor.session()).toMatchObject({ doubts: ['capture_suspicious'] });
      const inTests = await idvPortalOf(running());
      const { visitor: tester } = await filmed('s-c4', true, 0.5, inTests);
      expect(await tester.optIn()).toEqual({ final: 'VERIFIED' });
    });

    it('are beside the doubts of a review for all that was shown', async () => {
      await portal.configure({ review: true });
      const { visitor } = await begin('s3');
      await portal.configure(null);
      await visitor.consent();
      await visitor.choose('identity_card');
      const edited = await shaded()
        .withExif({ IFD0: { Software: 'GIMP 2.10' } })
        .jpeg()
        .toBuffer();
      await visitor.file('front', edited);
      engine.reads({ type: 'identity_card' }, { signals: weak });
      await visitor.picture('back');
      await visitor.confirm();
      engine.comparison = { outcome: 'compared', score: 0.7 };
      await visitor.selfie();
      expect(await visitor.optIn()).toEqual({ final: 'REVIEW' });
      const reviewer = await portalOf(running(), { scopes: ['idv:review'] });
      const { sessionId } = await visitor.session();
      const { body } = await reviewer.get(`/v1/idvReviews/${sessionId}`);
      const software = { kind: 'editing_software', side: 'front', strength: 1, raised: true };
      const level = { kind: 'error_level', side: 'front', strength: expect.any(Number), raised: expect.any(Boolean) };
      expect(body).toMatchObject({ doubts: ['face_mismatch'] });
      expect(body.signals.filter(({ side }: { side: string }) => side !== 'selfie')).toEqual([
        software,
        level,
        ...weak,
      ]);
    });
  });

  describe('A selfie', () => {
    it.each<readonly [Reason, (engine: FakeEngine) => void]>([
      ['face_mismatch', (e) => (e.comparison = { outcome: 'compared', score: 0.79 })],
      ['selfie_quality', (e) => (e.comparison = { outcome: 'retry', reason: 'selfie_quality' })],
      ['liveness_failed', (e) => (e.judgement = { outcome: 'retry', reason: 'liveness_failed' })],
    ])('that fails three times by %s ends SELFIE_FAILED', async (reason, prepare) => {
      const { token, visitor } = await begin(`u-${reason}`);
      await visitor.toSelfie();
      prepare(engine);
      expect(await visitor.selfie()).toEqual({ retry: reason, left: 2, step: 'selfie' });
      await visitor.selfie();
      expect(await visitor.selfie()).toEqual({ final: 'SELFIE_FAILED' });
      expect(await resultOf(token)).toMatchObject({ status: 'SELFIE_FAILED', reasons: [{ code: reason }] });
    });

    it('that is not sure goes to a person, where the client wants that, and else is tried again', async () => {
      engine.comparison = { outcome: 'compared', score: 0.7 };
      const { visitor: strict } = await begin('u2');
      await strict.toSelfie();
      expect(await strict.selfie()).toMatchObject({ retry: 'face_mismatch' });
      await portal.configure({ review: true });
      const { token, visitor } = await begin('u3');
      await portal.configure(null);
      await visitor.toOptIn();
      expect(await visitor.optIn()).toEqual({ final: 'REVIEW' });
      expect(await resultOf(token)).toMatchObject({
        status: 'REVIEW',
        reasons: [{ code: 'face_mismatch' }],
        document: { number: expect.stringMatching(/^X/) },
        scores: { face: 0.7 },
        optIn: true,
      });
      expect((await portal.complete('u3')).status).toBe(409);
      await portal.token('u3');
      expect(await resultOf(token)).toMatchObject({ status: 'REVIEW' });
      expect(await portal.cancel(token)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    });

    describe('that the screen lights', () => {
      const lit = async (user: string, settings: object, light: number | undefined, way: SelfieWay = {}) => {
        await portal.configure(settings);
        const { token, visitor } = await begin(user);
        await portal.configure(null);
        await visitor.toSelfie();
        engine.judgement = { outcome: 'live', selfies: [0], score: 0.97, ...(light !== undefined && { light }) };
        const outcome = await visitor.selfie({ ...way, light: light !== undefined });
        return { token, visitor, outcome };
      };

      it('shows the colours to the engine, each with its frame', async () => {
        const { visitor } = await begin('l2');
        await visitor.toSelfie();
        const film = await visitor.film({ light: true });
        await film.frame(await jpegOf());
        const colours = await film.light(await jpegOf());
        await film.finish();
        expect(engine.lit.map(({ number, colour }) => [number, colour])).toEqual(
          colours.map((colour, index) => [24 + index, colour]),
        );
      });

      it('tells a score, which ends nothing where the client does without light', async () => {
        const { token, visitor } = await lit('l3', { requireLight: false }, 0.1);
        expect(await visitor.optIn()).toEqual({ final: 'VERIFIED' });
        expect(await resultOf(token)).toMatchObject({ scores: { light: 0.1 } });
      });

      it('fails without the colours on a phone, and says so', async () => {
        const { outcome } = await lit('l7', {}, 0.49);
        expect(outcome).toMatchObject({ retry: 'liveness_failed', seen: { fault: 'face_unlit', frame: 24 } });
      });

      it.each([0.49, undefined])('gains nothing by the claim of a desktop: light of %s', async (light) => {
        const { outcome } = await lit(`l8-${light}`, {}, light, { isDesktop: true });
        expect(outcome).toMatchObject({ retry: 'capture_suspicious', left: 2 });
        const { visitor } = await lit(`l9-${light}`, { review: true }, light, { isDesktop: true });
        expect(await visitor.optIn()).toEqual({ final: 'REVIEW' });
        expect(await visitor.session()).toMatchObject({ doubts: ['capture_suspicious'] });
      });

      it.each([0.2, undefined])(
        'fails or is reviewed with %s where the client requires light of all',
        async (light) => {
          const { outcome } = await lit(`l4-${light}`, { requireLight: true }, light, { isDesktop: true });
          expect(outcome).toMatchObject({ retry: 'liveness_failed' });
          const { token, visitor } = await lit(`l5-${light}`, { requireLight: true, review: true }, light);
          expect(await visitor.optIn()).toEqual({ final: 'REVIEW' });
          const { reasons } = await resultOf(token);
          expect(reasons).toContainEqual(expect.objectContaining({ code: 'liveness_failed' }));
        },
      );

      it('passes where the colours were found', async () => {
        const { visitor } = await lit('l6', { requireLight: true }, 0.8);
        expect(await visitor.optIn()).toEqual({ final: 'VERIFIED' });
      });
    });

    it('needs no moves where a person may decide, and then that person has to', async () => {
      await portal.configure({ review: true });
      const { token, visitor } = await begin('u5');
      await visitor.toSelfie();
      const steps = running().app.get(SelfieSteps);
      const moving = await visitor.challenge();
      const still = await visitor.challenge({ still: true });
      expect(still).toMatchObject({ steps: ['look_straight'], isStill: true });
      expect(still.nonce).not.toBe(moving.nonce);
      const film = await visitor.film();
      expect((await visitor.session()).challenge).toMatchObject({ isStill: true });
      await film.frame(await jpegOf());
      await film.finish();
      await visitor.optIn(true);
      expect(await resultOf(token)).toMatchObject({ status: 'REVIEW', reasons: [{ code: 'liveness_failed' }] });
      await portal.configure(null);
      const { visitor: other } = await begin('u6');
      await other.toSelfie();
      expect(await steps.beginChallenge(await other.session(), { still: true })).not.toHaveProperty('isStill');
    });

    it('is judged with all frames or not at all: none comes meanwhile', async () => {
      const { visitor } = await begin('u7');
      await visitor.toSelfie();
      const film = await visitor.film();
      await film.frame(await jpegOf());
      const finishing = film.finish;
      engine.whileJudging = async () => film.frame(await jpegOf());
      await expect(finishing()).rejects.toMatchObject({ name: 'idv/frame-out-of-order' });
      expect(await visitor.session()).toMatchObject({ step: 'selfie', attempts: { selfie: 0 } });
    });

    it('is judged once at a time', async () => {
      const { visitor } = await begin('u8');
      await visitor.toSelfie();
      const film = await visitor.film();
      await film.frame(await jpegOf());
      engine.whileJudging = async () => {
        await expect(film.finish()).rejects.toMatchObject({
          name: 'kernel/unavailable',
          extra: { retryAfterSeconds: 2 },
        });
      };
      expect(await film.finish()).toEqual({ step: 'optIn' });
      expect.assertions(2);
    });

    it('is begun three times: an order that nobody shows in time is not drawn again and again', async () => {
      const { token, visitor } = await begin('u9');
      await visitor.toSelfie();
      const steps = running().app.get(SelfieSteps);
      const again = async () => steps.beginChallenge(await visitor.session());
      const nonces = new Set<string>();
      for (const minutes of [0, 4, 8]) nonces.add((await later(minutes, again)).nonce);
      expect(nonces.size).toBe(3);
      expect(await visitor.session()).toMatchObject({ step: 'selfie', attempts: { selfie: 2 } });
      await expect(later(12, again)).rejects.toMatchObject({ name: 'idv/finished' });
      expect(await resultOf(token)).toMatchObject({
        status: 'SELFIE_FAILED',
        reasons: [{ code: 'liveness_failed' }],
      });
    });
  });

  describe('The Opt-In', () => {
    it('that is refused drops everything at once', async () => {
      const { token, visitor } = await begin('v1');
      await visitor.toOptIn();
      expect(await evidenceOf(visitor)).toEqual(['front', 'frame-0', 'portrait', 'selfie'].sort());
      expect(await visitor.optIn(false)).toEqual({ final: 'DECLINED' });
      expect(await evidenceOf(visitor)).toEqual([]);
      const body = await resultOf(token);
      expect(body).toMatchObject({ status: 'DECLINED', optIn: false, reasons: [{ code: 'consent_denied' }] });
      for (const kept of ['document', 'scores']) expect(body).not.toHaveProperty(kept);
      expect(await visitor.session()).toMatchObject({ sealedFindings: null, documentMark: null });
    });

    it('comes before anything of the person is shown', async () => {
      const { token, visitor } = await begin('v2');
      await visitor.toOptIn();
      const before = await resultOf(token);
      for (const kept of ['document', 'scores']) expect(before).not.toHaveProperty(kept);
      await visitor.optIn(true, true);
      expect(await visitor.session()).toMatchObject({ keepFace: true });
      expect(await resultOf(token)).toEqual({
        userId: 'v2',
        status: 'VERIFIED',
        timestamp: expect.any(String),
        reasons: [],
        document: {
          type: 'passport',
          country: 'UTO',
          number: expect.stringMatching(/^X\d{7}$/),
          expiryDate: '2099-12-31',
          firstNames: 'ANNA MARIA',
          lastNames: 'ERIKSSON',
          birthDate: '1974-08-12',
          method: 'picture',
          proof: { level: 'none' },
        },
        scores: { liveness: 0.97, face: 0.95, light: 0.9 },
        attempts: { document: 1, selfie: 1 },
        optIn: true,
        test: false,
      });
    });
  });
});
