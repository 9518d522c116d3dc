import { Readable } from 'node:stream';
import { FaceModel } from '@countersign/identity-engine';
import { FaceStepUps } from '../contract/index.js';
import { FaceEngine } from '../engine/face/face-engine.service.js';
import { Evidence } from '../evidence/evidence.service.js';
import { FaceTemplateRepository } from '../faces/face-template.repository.js';
import { Findings } from '../evidence/findings.service.js';
import { SelfieSteps } from './selfie-steps.service.js';
import { SessionSteps, type StepOutcome } from '../steps/session-steps.service.js';
import { Sessions } from '../steps/sessions.service.js';
import { WebTokens } from '../web-tokens/web-tokens.service.js';
import { Tenant } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { captures, photoOf, type SampleFace } from '../../../test/support/faces/sample-faces.js';
import { endFilming, filmed as filmOf } from '../../../test/support/faces/filming.js';
import { viewsFor } from '../../../test/support/faces/turning-head.js';
import { askAgain } from '../../../test/support/idv/ask-again.js';
import { LinkedFilm } from '../../../test/support/idv/linked-film.js';
import { performJob } from '../../../test/support/jobs.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { running } from '../../../test/support/idv/running.js';

const LIVE = Tenant.of('default', false);
const SCOPE = Tenant.all('a test looks everywhere');

/**
 * The findings of the document are inserted directly, because the tests of the document reader cover how it is read.
 */
describe('Live users before the built-in engine', () => {
  afterAll(endFilming);
  const get = <T>(type: abstract new (...args: never[]) => T): T => running().app.get(type);
  let portal: Portal;
  beforeAll(async () => {
    portal = await portalOf(running(), { scopes: ['users:read', 'users:write', 'idv:read', 'idv:write'] });
  });

  const atSelfie = async (userId: string, portrait: SampleFace, asked: object = {}) => {
    const settings = { requireLight: false, ...asked }; // no screen lights the films
    await portal.post('/v1/users', { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' });
    const urls = { redirectUrl: 'https://portal.example/back', errorUrl: null };
    const given = { userId, clientId: portal.clientId, ...urls, language: null };
    const { token } = await get(WebTokens).open(LIVE, { ...given, expiresIn: 900, payload: null });
    const { ownerSecret } = await get(Sessions).start(token);
    const session = () => get(Sessions).owned(ownerSecret);
    const { ref } = await session();
    const printed = await captures['grey']!(await photoOf(portrait));
    await get(Evidence).keep(ref, 'portrait', 'image/jpeg', Readable.from([printed]));
    await get(Database).rows(
      `UPDATE idv.session SET step = 'selfie', settings = settings || $2::jsonb WHERE session_id = $1`,
      [ref.sessionId, JSON.stringify(settings)],
    );
    return session;
  };
  const filmed = async (face: SampleFace, steps: readonly string[]): Promise<Buffer[]> => {
    const photo = await photoOf(face);
    const [found] = (await get(FaceEngine).find(photo, 'none')).faces;
    return filmOf(photo, found!, viewsFor(steps, found!));
  };
  const sent = async (session: Awaited<ReturnType<typeof atSelfie>>, nonce: string, frames: readonly Buffer[]) => {
    const film = new LinkedFilm(get(SelfieSteps), session, nonce);
    for (const frame of frames) await film.frame(frame);
    return askAgain(film.finish);
  };
  const selfie = async (session: Awaited<ReturnType<typeof atSelfie>>, face: SampleFace): Promise<StepOutcome> => {
    const { nonce, steps } = await get(SelfieSteps).beginChallenge(await session());
    return sent(session, nonce, await filmed(face, steps));
  };

  /** A selfie by a camera in front of which nobody moves. */
  const stillSelfie = async (session: Awaited<ReturnType<typeof atSelfie>>, frames: Buffer[]): Promise<StepOutcome> => {
    const { nonce, steps } = await get(SelfieSteps).beginChallenge(await session(), { still: true });
    expect(steps).toEqual(['look_straight']);
    return sent(session, nonce, frames);
  };

  describe('A live user', () => {
    it('passes with their own face, keeps it, and confirms with it later; another face does neither', async () => {
      const session = await atSelfie('fay', '6a');
      expect(await selfie(session, '3c')).toMatchObject({ retry: 'face_mismatch' });
      expect(await selfie(session, '6a')).toEqual({ step: 'optIn' });
      const { ref, sub } = await session();
      const chosen = { agreed: true, keepFace: true };
      expect(await get(SessionSteps).optIn(await session(), chosen)).toEqual({ final: 'VERIFIED' });
      const job = { sessionId: ref.sessionId, enterpriseId: LIVE.enterpriseId, test: LIVE.test };
      await performJob(running().app, 'idv/keep-face', job);
      const kept = await get(FaceTemplateRepository).find(SCOPE, sub);
      expect(kept?.template).toEqual({ model: FaceModel.mobileFaceNet.name, values: expect.any(Array) });

      const { steps } = (await get(FaceStepUps).begin(sub, 'step-up 1'))!;
      const isRight = async (face: SampleFace): Promise<boolean> => {
        const shown = (await filmed(face, steps)).map((frame) => frame.toString('base64'));
        return askAgain(() => get(FaceStepUps).isRight(sub, 'step-up 1', shown));
      };
      expect(await isRight('6a')).toBe(true);
      expect(await isRight('3c')).toBe(false);
    });

    it('is refused with a face that another user has kept, where the enterprise asks for it', async () => {
      const session = await atSelfie('fay-again', '6a', { duplicateFace: true });
      expect(await selfie(session, '6a')).toMatchObject({ retry: 'duplicate_face' });
    });

    it('who cannot move their head comes before a person, whose decision alone verifies them', async () => {
      const session = await atSelfie('fay-still', '6a', { review: true });
      const [first, second] = await filmed('6a', ['look_straight']);
      expect(await stillSelfie(session, [first!, first!])).toMatchObject({ retry: 'liveness_failed' });
      expect(await stillSelfie(session, await filmed('3c', ['look_straight']))).toMatchObject({
        retry: 'face_mismatch',
      });
      expect(await stillSelfie(session, [first!, second!])).toEqual({ step: 'optIn' });
      expect((await get(Findings).of(await session())).scores).toEqual({ liveness: 0, face: expect.any(Number) });
      expect(await get(SessionSteps).optIn(await session(), { agreed: true, keepFace: true })).toEqual({
        final: 'REVIEW',
      });
      expect(await session()).toMatchObject({ status: 'REVIEW', doubts: ['liveness_failed'] });
    });

    it('who cannot move their head may send a photograph of themselves to that person', async () => {
      const session = await atSelfie('fay-file', '6a', { review: true });
      expect(await stillSelfie(session, [await photoOf('6a')])).toEqual({ step: 'optIn' });
      expect(await get(SessionSteps).optIn(await session(), { agreed: true, keepFace: false })).toEqual({
        final: 'REVIEW',
      });
    });
  });
});
