import type { Session } from '../sessions/session.entity.js';
import { meetAt } from '../../../test/support/held-locks.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { Verifications } from '../../../test/support/verifications.js';
import { running } from '../../../test/support/idv/running.js';

const REASON = 'Same person, older picture.';

describe('Four eyes', () => {
  let verifications: Verifications;
  let one: Portal;
  let two: Portal;

  beforeAll(async () => {
    verifications = await Verifications.of(running());
    one = await portalOf(running(), { scopes: ['idv:review'], test: true });
    two = await portalOf(running(), { scopes: ['idv:review'], test: true });
  });
  const decide = async (session: Session, by: Portal, outcome = 'VERIFIED') => {
    const { body } = await by.post(`/v1/idvReviews/${session.sessionId}/decision`, { outcome, reason: REASON });
    return [body.status, body.final];
  };

  describe('With four eyes', () => {
    it('two clients must say the same', async () => {
      const session = await verifications.inReview();
      expect(await decide(session, one)).toEqual(['REVIEW', false]);
      expect(await decide(session, one)).toEqual(['REVIEW', false]);
      const { body } = await two.get(`/v1/idvReviews/${session.sessionId}`);
      expect(body.decisions.map((decision: any) => [decision.clientId, decision.final])).toEqual([
        [one.clientId, false],
        [one.clientId, false],
      ]);
      expect(await decide(session, two)).toEqual(['VERIFIED', true]);
    });

    it('another opinion takes the place of the first', async () => {
      const session = await verifications.inReview();
      expect(await decide(session, one)).toEqual(['REVIEW', false]);
      expect(await decide(session, two, 'SELFIE_FAILED')).toEqual(['REVIEW', false]);
      expect(await decide(session, two, 'SELFIE_FAILED')).toEqual(['REVIEW', false]);
      expect(await decide(session, one, 'SELFIE_FAILED')).toEqual(['SELFIE_FAILED', true]);
    });

    it('two at once are one after the other', async () => {
      const session = await verifications.inReview();
      const lock = { sql: 'SELECT FROM idv.session WHERE session_id = $1 FOR UPDATE', params: [session.sessionId] };
      const ends = await meetAt(running(), lock, [() => decide(session, one), () => decide(session, two)]);
      expect(ends.sort()).toEqual([
        ['REVIEW', false],
        ['VERIFIED', true],
      ]);
    });
  });
});
