import { Tenant } from '../../shared/kernel/index.js';
import { Notification } from './notification.entity.js';
import { notificationStatus, type NotificationAction } from './notification-status.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-01T00:00:30Z');
const OVERDUE = new Date('2026-01-01T00:01:00Z');

/**
 * All transitions, written out again: the tests below are derived from the table of transitions and would not notice an
 * error in it.
 */
const EXPECTED = `
  [*] ACTIVE create
  ACTIVE UPDATED answer
  ACTIVE TAMPERED refuseStatement
  ACTIVE TAMPERED findSealBroken
  ACTIVE EXPIRED expire
  ACTIVE CANCELLED cancel
  ACTIVE DISMISSED dismiss
  ACTIVE DISCARD discard`;

const notification = ({ dsRequired = false, status = 'ACTIVE' } = {}): Notification => {
  const made = Notification.create(
    { sub: '01890a5d-ac96-774b-bcce-b302099a8057', userId: 'jane', enterpriseId: 'default', test: false },
    {
      msgId: 'm1',
      content: {
        actions: [
          { label: 'Yes', action: 'accept', authlevel: 0 },
          { label: 'No', action: 'reject', authlevel: 1 },
          { label: 'Fraud', action: 'fraud', authlevel: 0 },
        ],
        body: [{ lng: 'en', subject: 'Pay?', message: 'Pay 10 EUR?' }],
      },
      requestDigest: 'd',
      dsRequired,
      expiresInSeconds: 60,
      pushMessage: null,
      callbackUrl: null,
      template: null,
      ...{ createdBy: null, kind: null, request: null },
    },
    NOW,
  );
  return Object.assign(made, { status });
};

const answerWith = (response: string, changes = {}) => ({
  response,
  signatureVerified: false,
  stepUpDone: false,
  deviceId: null,
  clientIp: null,
  evidence: null,
  ...changes,
});

const step: Record<NotificationAction, (of: Notification) => void> = {
  answer: (of) => of.answer(answerWith('accept'), LATER),
  refuseStatement: (of) => of.refuseStatement('01890a5d-ac96-774b-bcce-b302099a8058', null, LATER),
  findSealBroken: (of) => of.findSealBroken(LATER),
  expire: (of) => of.expire(OVERDUE),
  cancel: (of) => of.cancel(LATER),
  dismiss: (of) => of.dismiss(LATER),
  discard: (of) => of.discard(LATER),
};

const refusal = (work: () => void): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as Error).name;
  }
};

describe('Notification status', () => {
  it('has exactly the arrows of the contract', () => {
    const arrows = notificationStatus.expanded.map(([from, action, to]) => `${from ?? '[*]'} ${to} ${action}`);
    expect(arrows.sort()).toEqual(
      EXPECTED.trim()
        .split(/\s*\n\s*/)
        .sort(),
    );
  });

  it('is ACTIVE at first, and final in every other state', () => {
    expect(notification().status).toBe('ACTIVE');
    expect(notificationStatus.finals.sort()).toEqual([
      'CANCELLED',
      'DISCARD',
      'DISMISSED',
      'EXPIRED',
      'TAMPERED',
      'UPDATED',
    ]);
  });

  describe.each(notificationStatus.states)('from %s', (status) => {
    it.each(Object.entries(step))('follows the arrow of the contract, or refuses: %s', (action, take) => {
      const of = notification({ status });
      if (status !== 'ACTIVE') {
        expect(refusal(() => take(of))).toBe('notifications/finished');
        expect([of.status, of.updatedAt, of.takeEvents()]).toEqual([status, NOW, []]);
        return;
      }
      take(of);
      const to = notificationStatus.expanded.find(([from, other]) => from === status && other === action)?.[2];
      expect(of.status).toBe(to);
      expect(of.takeEvents().map(({ payload }) => payload)).toEqual([
        { ...of.ref, status: to, by: action, hasCallback: false },
      ]);
    });
  });
});

describe('An answer', () => {
  it.each([
    ['an action that is not offered', 'pay', {}, 'notifications/action-not-offered'],
    ['the label of an action', 'Yes', {}, 'notifications/action-not-offered'],
    ['an action that asks for a step-up', 'reject', {}, 'notifications/step-up-required'],
  ])('is refused for %s', (_what, response, changes, code) => {
    const of = notification();
    expect(refusal(() => of.answer(answerWith(response, changes), LATER))).toBe(code);
    expect([of.status, of.actionResponse, of.takeEvents()]).toEqual(['ACTIVE', null, []]);
  });

  it('is refused unsigned where it must be signed', () => {
    const of = notification({ dsRequired: true });
    expect(refusal(() => of.answer(answerWith('accept'), LATER))).toBe('notifications/signature-required');
    of.answer(answerWith('accept', { signatureVerified: true }), LATER);
    expect([of.status, of.signingStatus]).toEqual(['UPDATED', 'Verified']);
  });

  it('counts until its time is over, by the clock', () => {
    const justBefore = notification();
    justBefore.answer(answerWith('accept'), new Date(OVERDUE.getTime() - 1));
    expect(justBefore.status).toBe('UPDATED');
    expect(refusal(() => notification().answer(answerWith('accept'), OVERDUE))).toBe('notifications/expired');
  });

  it('passes with the step-up that it asks for', () => {
    const of = notification();
    of.answer(answerWith('reject', { stepUpDone: true, clientIp: '192.0.2.1' }), LATER);
    expect([of.actionResponse, of.signingStatus, of.clientIp]).toEqual(['reject', 'NA', '192.0.2.1']);
  });

  it('that reports a fraud is told besides', () => {
    const of = notification();
    of.answer(answerWith('fraud'), LATER);
    expect(of.takeEvents().map(({ constructor }) => constructor.name)).toEqual(['NotificationClosed', 'FraudReported']);
  });
});

it('An answer does not expire before its time', () => {
  expect(refusal(() => notification().expire(LATER))).toBe('notifications/finished');
});

it('a notification belongs to its tenant', () => {
  expect(notification().tenant.equals(Tenant.of('default', false))).toBe(true);
});
