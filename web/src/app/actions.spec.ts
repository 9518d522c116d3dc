import { bodyFor, directionOf, inOrder, labelIn, langOf, languageName, linesOf } from './actions.js';

const action = (value: string) => ({ label: value, action: value, authlevel: 0 });
const body = (lng: string) => ({ lng, subject: lng, message: lng });

describe('The actions of a question', () => {
  it.each([
    ['accept reject fraud', 'accept: accept, reject: reject, fraud: fraud'],
    ['fraud reject accept', 'accept: accept, reject: reject, fraud: fraud'],
    ['DECLINE yes', 'accept: yes, reject: DECLINE'],
    ['report_fraud first second', 'reject: first, reject: second, fraud: report_fraud'],
    ['first second', 'accept: first, reject: second'],
    ['number.64 number.27 fraud', 'number: number.64, number: number.27, fraud: fraud'],
  ])('%s look like %s', (values, looks) => {
    const shown = inOrder(values.split(' ').map(action));
    expect(shown.map(({ tone, action: value }) => `${tone}: ${value}`).join(', ')).toBe(looks);
  });

  it('have the words of the language that is shown', () => {
    const german = { ...body('de'), label: { Approve: 'Zustimmen' } };
    expect(labelIn(german, { label: 'Approve' })).toBe('Zustimmen');
    expect(labelIn(german, { label: 'Decline' })).toBe('Decline');
  });
});

describe('The text of a question', () => {
  it('is in the language of the app where it can be, else in the first', () => {
    const bodies = [body('fr'), body('de-AT')];
    expect(bodyFor(bodies, 'de').lng).toBe('de-AT');
    expect(bodyFor(bodies, 'es').lng).toBe('fr');
    expect(bodyFor([], 'es')).toEqual({ lng: 'es', subject: '', message: '' });
  });

  it('sets names and values apart, and stays what is signed, character by character', () => {
    const message =
      'Somebody signs in: is it you?\n\nPlace: Lisbon, Portugal\nالمتصفح: Firefox\nAt 12:30 by http://x.example';
    const lines = linesOf(message);
    expect(lines.filter(({ name }) => name !== undefined).map(({ name }) => name)).toEqual(['Place: ', 'المتصفح: ']);
    expect(lines.map(({ name = '', text }) => name + text).join('')).toBe(message);
  });

  it('has a direction and a name of its own', () => {
    expect(['ar-EG', 'de', 'Deutsch'].map(directionOf)).toEqual(['rtl', 'ltr', 'auto']);
    expect(['de', 'Deutsch'].map(langOf)).toEqual(['de', undefined]);
    expect(['de', 'no tag at all'].map(languageName)).toEqual(['Deutsch', 'no tag at all']);
  });
});
