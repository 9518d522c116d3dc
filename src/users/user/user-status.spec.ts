import fc from 'fast-check';
import { Tenant } from '../../shared/kernel/index.js';
import { User } from './user.entity.js';
import { alreadyHolds, statusVerbs, userStatus, type StatusAction, type UserStatus } from './user-status.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-02-01T00:00:00Z');

/**
 * Repeats every transition. The tests below read the table of the code, so they would not notice a wrong transition in
 * it.
 */
const EXPECTED = `
  [*] ONBOARDING enrol
  [*] CREATED create
  [*] ACTIVE takeOver
  ONBOARDING CREATED complete
  CREATED ACTIVE activate
  RESET ACTIVE activate
  INACTIVE ACTIVE activate
  ONBOARDING BLOCKED block
  CREATED BLOCKED block
  ACTIVE BLOCKED block
  PAUSED BLOCKED block
  RESET BLOCKED block
  INACTIVE BLOCKED block
  BLOCKED ONBOARDING unblock
  BLOCKED CREATED unblock
  BLOCKED ACTIVE unblock
  BLOCKED PAUSED unblock
  BLOCKED RESET unblock
  BLOCKED INACTIVE unblock
  CREATED PAUSED pause
  ACTIVE PAUSED pause
  PAUSED CREATED unpause
  PAUSED ACTIVE unpause
  ACTIVE RESET reset
  PAUSED RESET reset
  INACTIVE RESET reset
  ACTIVE INACTIVE fallInactive
  ONBOARDING DELETED delete
  CREATED DELETED delete
  ACTIVE DELETED delete
  BLOCKED DELETED delete
  PAUSED DELETED delete
  RESET DELETED delete
  INACTIVE DELETED delete`;

const userIn = (status: UserStatus, previousStatuses: UserStatus[] = []): User =>
  Object.assign(
    User.enrol(
      Tenant.of('default', false),
      {
        userId: 'jane',
        primaryGroup: 'retail',
        preferredStatus: 'CREATED',
        secondaryGroups: [],
        firstName: null,
        lastName: null,
        emailId: null,
        mobileNumber: null,
        loginId: null,
        language: 'en',
        comments: null,
        createdBy: 'portal',
      },
      NOW,
    ),
    { status, previousStatuses, idvStatus: 'VERIFIED' },
  );

const actions = Object.values(statusVerbs);
const has = (from: UserStatus, action: StatusAction) =>
  userStatus.arrows.some((arrow) => arrow[0] === from && arrow[1] === action);

describe('User status', () => {
  it('has exactly the arrows of the contract', () => {
    const arrows = userStatus.expanded.map(([from, action, to]) => `${from ?? '[*]'} ${to} ${action}`);
    expect(arrows.sort()).toEqual(
      EXPECTED.trim()
        .split(/\s*\n\s*/)
        .sort(),
    );
  });

  describe.each(userStatus.states)('from %s', (from) => {
    it.each(actions)('follows the arrow of the contract, or refuses: %s', (action) => {
      const user = userIn(from, ['CREATED']);
      if (!has(from, action)) {
        expect(() => user.change(action, 'enterprise', LATER)).toThrow(
          expect.objectContaining({ name: 'users/status-refused' }),
        );
        expect([user.status, user.updatedAt, user.takeEvents()]).toEqual([from, NOW, []]);
        return;
      }
      user.change(action, 'enterprise', LATER);
      expect(alreadyHolds(action, user.status)).toBe(true);
      expect(user.updatedAt).toBe(LATER);
    });
  });

  it('is not CREATED before the newest identity verification is VERIFIED', () => {
    const user = Object.assign(userIn('ONBOARDING'), { idvStatus: 'DOCUMENT_REJECTED' });
    expect(() => user.change('complete', 'enterprise', LATER)).toThrow(/until idvVerified/);
  });

  it('is not ACTIVE without the right code, nor INACTIVE before its time', () => {
    expect(() => userIn('CREATED').activate(false, LATER)).toThrow(/until codeMatches/);
    const active = Object.assign(userIn('ACTIVE'), { lastActiveAt: LATER });
    expect(() => active.fallInactive(NOW, LATER)).toThrow(/until unusedTooLong/);
  });

  it('tells the others when a user leaves ACTIVE, and by whom', () => {
    const user = userIn('ACTIVE');
    user.change('block', 'attempts', LATER);
    expect(user.takeEvents().map(({ payload }) => payload)).toEqual([
      { ...user.ref, from: 'ACTIVE', to: 'BLOCKED', by: 'attempts' },
      { ...user.ref, status: 'BLOCKED', by: 'attempts' },
    ]);
    expect(user.blockedBy).toBe('attempts');
  });

  it('takes an older verification for no newer one, in whatever order they are told', () => {
    const user = userIn('ONBOARDING');
    user.noteIdvFinished({ status: 'SELFIE_FAILED', kycReferenceId: null, finishedAt: LATER });
    user.noteIdvFinished({ status: 'VERIFIED', kycReferenceId: 'k', finishedAt: NOW });
    expect(user.idvStatus).toBe('SELFIE_FAILED');
  });

  it('reaches, by any sequence of actions, only states that an arrow leads to, and always finds its way back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), (sequence) => {
        const user = userIn('CREATED');
        for (const action of sequence) {
          const before = { status: user.status, memory: [...user.previousStatuses] };
          try {
            user.change(action, 'enterprise', LATER);
          } catch {
            expect({ status: user.status, memory: user.previousStatuses }).toEqual(before);
            continue;
          }
          expect(userStatus.expanded.map(([from, , to]) => `${from ?? ''}>${to}`)).toContain(
            `${before.status}>${user.status}`,
          );
          if (action === 'unblock' || action === 'unpause') expect(before.memory.at(-1)).toBe(user.status);
        }
      }),
    );
  });
});
