import { fieldsFoundIn, type ExpectedFields } from './printed-fields.js';

const EXPECTED: ExpectedFields = {
  number: 'L898902C3',
  surname: 'MUELLER',
  givenNames: 'ANNA LI',
  birthDate: '1974-08-12',
  expiryDate: '2032-04-05',
};
const PAGE = 'UTOPIA\nMüller\nAnna Li\nL898902C3\n12.08.1974\n05.04.2032';
const ALL = { number: true, surname: true, givenNames: true, birthDate: true, expiryDate: true };

describe('The fields that are printed for people', () => {
  it.each([
    ['as they are', PAGE],
    ['the year first', PAGE.replace('12.08.1974', '1974-08-12')],
    ['months by name', PAGE.replace('12.08.1974', '12 AUG / AOUT 1974').replace('05.04.2032', '5 APR 32')],
    ['with look-alikes', PAGE.replace('L898902C3', 'L8989O2C3').replace('12.08.1974', 'I2.O8.l974')],
    ['the umlaut in two letters', PAGE.replace('Müller', 'MUELLER')],
  ])('are found: %s', (_, text) => expect(fieldsFoundIn(text, EXPECTED)).toEqual(ALL));

  it.each([
    ['number', PAGE.replace('L898902C3', 'L898902C4')],
    ['surname', PAGE.replace('Müller', 'Möller')],
    ['givenNames', PAGE.replace('Anna', 'Anja')],
    ['givenNames', PAGE.replace(' Li', ' Lu')],
    ['birthDate', PAGE.replace('1974', '1975')],
    ['birthDate', PAGE.replace('12.08', '13.08')],
    ['expiryDate', PAGE.replace('2032', '2037')],
  ])('are missed when one character of the %s is another', (field, text) => {
    expect(fieldsFoundIn(text, EXPECTED)).toEqual({ ...ALL, [field]: false });
  });

  it('are found when a J was taken for a bracket', () => {
    const text = PAGE.replace('L898902C3', 'L89)02C3');
    expect(fieldsFoundIn(text, { ...EXPECTED, number: 'L89J02C3' })).toEqual(ALL);
    expect(fieldsFoundIn(text, EXPECTED)).toEqual({ ...ALL, number: false });
  });

  it('are not found in parts of other words', () => {
    expect(fieldsFoundIn(PAGE.replace('Anna Li', 'Anna\nNationality'), EXPECTED).givenNames).toBe(false);
  });
});
