import { deliveryStatusOf, generalHint, type PushOutcome } from './push.js';

describe('The delivery status', () => {
  it.each<[PushOutcome[], string]>([
    [[], 'NONE'],
    [['waiting'], 'NONE'],
    [['waiting', 'failed'], 'NONE'],
    [['taken'], 'NOTIFIED'],
    [['taken', 'taken'], 'NOTIFIED'],
    [['taken', 'waiting'], 'PARTIALLY_NOTIFIED'],
    [['taken', 'gone'], 'PARTIALLY_NOTIFIED'],
    [['failed', 'gone'], 'FAILED_TO_NOTIFY'],
  ])('follows from the outcomes: %j is %s', (outcomes, status) => {
    expect(deliveryStatusOf(Object.fromEntries(outcomes.map((outcome, at) => [`d${at}`, outcome])))).toBe(status);
  });
});

it('The general hint speaks the language of the user, or English', () => {
  expect(generalHint('de-AT')).toContain('Antwort');
  expect(generalHint('tlh')).toBe('There is something for you to answer.');
});
