import { licenceText } from '../specimens/licence-text.js';
import { licenceFieldsIn } from './licence-fields.js';

const LICENCE = {
  country: 'USA',
  jurisdiction: 'CA',
  number: 'D12345678',
  surname: 'SAMPLE',
  givenNames: 'ANNA MARIA',
  birthDate: '1984-06-12',
  expiryDate: '2031-06-12',
  sex: 'F',
} as const;

describe('The text of a driving licence', () => {
  it.each([LICENCE, { ...LICENCE, country: 'CAN', jurisdiction: 'ON' }])(
    'is told field by field for $country',
    (fields) => {
      expect(licenceFieldsIn(licenceText(fields))).toEqual(fields);
    },
  );

  it.each(['NONE', 'unavl'])('has no given names where it says %s', (givenNames) => {
    expect(licenceFieldsIn(licenceText({ ...LICENCE, givenNames }))).toEqual({ ...LICENCE, givenNames: '' });
  });

  it.each([
    ['another text', 'https://example.com/'],
    ['a licence that is cut off', licenceText(LICENCE).slice(0, 60)],
    ['a subfile that is elsewhere', licenceText(LICENCE).replace('DL0031', 'DL0099')],
    ['no number', licenceText({ ...LICENCE, number: '' })],
    ['no day of expiry', licenceText({ ...LICENCE, expiryDate: '' })],
    ['an expiry on no day of the calendar', licenceText({ ...LICENCE, expiryDate: '9999-99-99' })],
    ['an expiry in a month without a day', licenceText({ ...LICENCE, expiryDate: '2019-06-00' })],
    ['an expiry at no time at all', licenceText({ ...LICENCE, expiryDate: '0000-00-00' })],
    ['a birth on an unknown day', licenceText({ ...LICENCE, birthDate: '1984-00-00' })],
    ['a birth in the future', licenceText({ ...LICENCE, birthDate: '2999-01-01' })],
    ['a number without letters and digits', licenceText({ ...LICENCE, number: '*' })],
    ['a number of a thousand digits', licenceText({ ...LICENCE, number: '1'.repeat(1_000) })],
    ['a surname without letters', licenceText({ ...LICENCE, surname: '.' })],
    ['a surname of ten thousand letters', licenceText({ ...LICENCE, surname: 'A'.repeat(5_000) })],
    ['a surname with a control character', licenceText({ ...LICENCE, surname: 'SAM\0PLE' })],
    ['names that are written backwards', licenceText({ ...LICENCE, givenNames: 'A\u202eNNA' })],
    ['names that are markup', licenceText({ ...LICENCE, givenNames: '<b>ANNA</b>' })],
    ['no country', licenceText({ ...LICENCE, country: 'USA<br>' })],
    ['no day of the calendar', licenceText({ ...LICENCE, birthDate: '1984-13-12' })],
  ])('is refused: %s', (_, text) => expect(licenceFieldsIn(text)).toBeUndefined());
});
