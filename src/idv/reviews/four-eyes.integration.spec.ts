import { newId } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { UsersService } from '../../users/management/users.service.js';
import type { Session } from '../sessions/session.entity.js';
import { meetAt } from '../../../test/support/held-locks.js';
import { TestOperator } from '../../../test/support/operators.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { Verifications } from '../../../test/support/verifications.js';
import { running } from '../../../test/support/idv/running.js';
import { ReviewErrors } from './review.js';
import { Reviews } from './reviews.service.js';

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

    describe('two operators', () => {
      const reviews = () => running().app.get(Reviews, { strict: false });
      const invited = (emailId: string, by: string | null = null, isNew = true) =>
        TestOperator.with(running(), ['reviewer'], { emailId, by, isNew });
      const says = async ({ ref }: Session, { sub }: TestOperator): Promise<boolean> => {
        const given = {
          by: `operator:${sub}`,
          operator: sub,
          outcome: 'VERIFIED',
          reasons: [],
          reason: REASON,
        } as const;
        return (await reviews().decide(ref, given)).decision.final;
      };
      const someAddress = () => `${newId()}@bank.example`;

      it('are two people when they were there before the first decision', async () => {
        const session = await verifications.inReview();
        const [anna, ben] = [await invited(someAddress()), await invited(someAddress())];
        expect(await says(session, anna)).toBe(false);
        expect(await says(session, ben)).toBe(true);
      });

      it('are one person with the same mailbox, whatever the tag', async () => {
        const session = await verifications.inReview();
        const address = someAddress();
        const [anna, again] = [await invited(address), await invited(address.replace('@', '+again@'))];
        await says(session, anna);
        await expect(says(session, again)).rejects.toMatchObject({ kind: ReviewErrors.sameReviewer });
        expect(await says(session, await invited(someAddress(), null, false))).toBe(true);
      });

      it('may be one person when one was invited by the other within a day, or after the first decision', async () => {
        const [session, other] = [await verifications.inReview(), await verifications.inReview()];
        const anna = await invited(someAddress());
        const invitedByAnna = await invited(someAddress(), anna.sub);
        await says(session, anna);
        await says(other, invitedByAnna);
        const refused = { kind: ReviewErrors.sameReviewer };
        await expect(says(session, invitedByAnna)).rejects.toMatchObject(refused);
        await expect(says(other, anna)).rejects.toMatchObject(refused);
        await expect(says(session, await invited(someAddress()))).rejects.toMatchObject(refused);
      });

      it('may be one person when a third one has invited both within a day', async () => {
        const [session, inviter] = [await verifications.inReview(), await invited(someAddress(), null, false)];
        await says(session, await invited(someAddress(), inviter.sub));
        const refused = { kind: ReviewErrors.sameReviewer };
        await expect(says(session, await invited(someAddress(), inviter.sub))).rejects.toMatchObject(refused);
        await expect(says(session, inviter)).rejects.toMatchObject(refused);
        expect(await says(session, await invited(someAddress(), null, false))).toBe(true);
      });

      it('are not enough when the first one has been removed: the next decision counts as the first', async () => {
        const session = await verifications.inReview();
        const [anna, ben, clara] = [
          await invited(someAddress()),
          await invited(someAddress(), null, false),
          await invited(someAddress(), null, false),
        ];
        await says(session, anna);
        await running().app.get(Database).rows('DELETE FROM operators.operator WHERE sub = $1', [anna.sub]);
        expect(await says(session, ben)).toBe(false);
        expect(await says(session, clara)).toBe(true);
      });

      it('are not the person who is verified, whatever the tag in the address', async () => {
        const session = await verifications.inReview();
        const address = someAddress();
        await running().app.get(UsersService).correct(session.tenant, session.userId, { emailId: address });
        const reviewer = await invited(address.replace('@', '+work@'));
        await expect(says(session, reviewer)).rejects.toMatchObject({ kind: ReviewErrors.ownReview });
      });
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
