import { cutToFit, deliveryStatusOf, generalHint, type PushOutcome } from './push.js';

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

describe('The text of a push', () => {
  const bytes = (text: object) => Buffer.byteLength(JSON.stringify(text));

  it.each([
    ['a', 'short text'],
    ['漢'.repeat(255), '字'.repeat(1_000)],
  ])('stays as it is if push services accept it', (subject, message) => {
    expect(cutToFit({ subject, message })).toEqual({ subject, message });
  });

  it.each(['👩‍👩‍👧‍👦', '🙂', '𠀀'])('is cut between two characters if push services would refuse it: %s', (character) => {
    const longest = (codePoints: number) => character.repeat(codePoints / Array.from(character).length);
    const cut = cutToFit({ subject: longest(255), message: longest(1_000) });
    expect(bytes(cut)).toBeLessThanOrEqual(3_850);
    expect(bytes(cut)).toBeGreaterThan(3_700);
    expect(cut.subject).toBe(longest(255));
    expect(cut.message.replaceAll(character, '')).toBe('…');
  });
});

it('The general hint speaks the language of the user, or English', () => {
  expect(generalHint('de-AT')).toContain('Antwort');
  expect(generalHint('tlh')).toBe('There is something for you to answer.');
});
