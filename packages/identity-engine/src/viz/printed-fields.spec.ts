import { ILLEGIBLE } from './likeliest-text.js';
import { fieldsSeenIn, type ExpectedFields } from './printed-fields.js';

const EXPECTED: ExpectedFields = {
  number: 'L898902C3',
  surname: 'MUELLER',
  givenNames: 'ANNA LI',
  birthDate: '1974-08-12',
  expiryDate: '2032-04-05',
};
const PAGE = 'UTOPIA\nMüller\nAnna Li\nL898902C3\n12.08.1974\n05.04.2032';
const ALL = { number: 'same', surname: 'same', givenNames: 'same', birthDate: 'same', expiryDate: 'same' };

describe('The fields that are printed for people', () => {
  it.each([
    ['as they are', PAGE],
    ['the year first', PAGE.replace('12.08.1974', '1974-08-12')],
    ['months by name', PAGE.replace('12.08.1974', '12 AUG / AOUT 1974').replace('05.04.2032', '5 APR 32')],
    [
      'months in another language too',
      PAGE.replace('12.08.1974', '12 KOL/AUG 1974').replace('05.04.2032', '05 TRA/APR 32'),
    ],
    ['with look-alikes', PAGE.replace('L898902C3', 'L8989O2C3').replace('12.08.1974', 'I2.O8.l974')],
    ['the umlaut in two letters', PAGE.replace('Müller', 'MUELLER')],
  ])('are found: %s', (_, text) => expect(fieldsSeenIn(text, EXPECTED)).toEqual(ALL));

  it.each([
    ['SAFFIRE', 'Saﬃre'],
    ['FLEURI', 'ﬂeuri'],
    ['VANDIJK', 'Vandĳk'],
    ['NAPOLI', 'Napoŀi'],
    ['STEENGA', 'Steeŋga'],
    ['BOSCHHART', 'Boſchħart'],
  ])('are found where a font has joined letters, or a language has its own: %s', (surname, printed) => {
    expect(fieldsSeenIn(printed, { surname })).toEqual({ surname: 'same' });
    expect(fieldsSeenIn(printed.replace(/[aeo]/, 'u'), { surname })).not.toEqual({ surname: 'same' });
  });

  it.each([
    ['number', PAGE.replace('L898902C3', 'L898902C4')],
    ['surname', PAGE.replace('Müller', 'Möller')],
    ['givenNames', PAGE.replace('Anna', 'Anja')],
    ['birthDate', PAGE.replace('1974', '1975')],
    ['birthDate', PAGE.replace('12.08', '13.08')],
    ['birthDate', PAGE.replace('12.08.1974', '13 KOL/AUG 1974'), 'unseen'],
    ['birthDate', PAGE.replace('12.08.1974', '12 KOL/JUL 1974'), 'unseen'],
    ['expiryDate', PAGE.replace('2032', '2037')],
    ['surname', PAGE.replace('Müller', 'MUIIER')],
  ])('are missed when one character of the %s is another', (field, text, seen = 'other') => {
    expect(fieldsSeenIn(text, EXPECTED)).toEqual({ ...ALL, [field]: seen });
  });

  it.each(['', 'KOL/', 'SIJ ', 'STY/', 'OCA/', 'JAAN '])('are missed on every other day of a month: "%sAUG"', (own) => {
    const days = [1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 30, 31];
    const two = (day: number) => String(day).padStart(2, '0');
    const isSeen = (day: string, expected: number) => {
      const expectedFields = { ...EXPECTED, birthDate: `1974-08-${two(expected)}` };
      return fieldsSeenIn(`${day} ${own}AUG 1974`, expectedFields).birthDate === 'same';
    };
    for (const expected of days) {
      expect(days.filter((day) => isSeen(two(day), expected))).toEqual([expected]);
      expect(days.filter((day) => day !== expected && isSeen(String(day), expected))).toEqual([]);
    }
  });

  it.each([
    ['number', PAGE.replace('L898902C3', 'L898902C31')],
    ['number', PAGE.replace('L898902C3', 'AL898902C3')],
    ['surname', PAGE.replace('Müller', 'Müllers')],
    ['surname', PAGE.replace('Müller', 'AMüller')],
    ['birthDate', PAGE.replace('12.08.1974', '12 AUG 1874'), 'unseen'],
  ])('are missed when there is more of the %s, or another century: %j', (field, text, seen = 'other') => {
    expect(fieldsSeenIn(text, EXPECTED)).toEqual({ ...ALL, [field]: seen });
  });

  it.each([
    ['a label and a colon before them', PAGE.replace('L898902C3', 'No.: L898902C3').replace('Müller', '1. Müller')],
    ['the number in groups', PAGE.replace('L898902C3', 'Document No L 898 902-C3 UTO')],
  ])('are found with %s', (_, text) => expect(fieldsSeenIn(text, EXPECTED)).toEqual(ALL));

  it.each(['ANNA LI', 'ANNA LISAV'])('are found where machines had no space for all of them: %s', (givenNames) => {
    const [text, expected] = [PAGE.replace(' Li', ' Lisaveta'), { ...EXPECTED, givenNames }];
    expect(fieldsSeenIn(text, expected, { cut: ['givenNames'] })).toEqual(ALL);
    expect(fieldsSeenIn(text, expected).givenNames).not.toBe('same');
    expect(fieldsSeenIn(text.replace('Anna', 'Annabel'), expected, { cut: ['givenNames'] }).givenNames).not.toBe(
      'same',
    );
  });

  it.each([
    ['small letters', { surname: 'Müller', givenNames: 'Anna-li', number: 'l898902c3' }],
    ['hyphens in a number', { number: 'L898-902-C3' }],
  ])('are compared where a code has %s', (_, fields) => {
    expect(fieldsSeenIn(PAGE.replace('Anna Li', 'Anna-Li'), { ...EXPECTED, ...fields })).toEqual(ALL);
    const others = PAGE.replace('Müller', 'Dubois').replace('Anna', 'Lea').replace('L898902C3', 'X17');
    const seen = fieldsSeenIn(others, { ...EXPECTED, ...fields });
    expect([seen.surname, seen.givenNames, seen.number]).not.toContain('same');
  });

  it('are missed where a code has letters that nobody printed', () => {
    expect(fieldsSeenIn(PAGE, { ...EXPECTED, surname: 'ИВАНОВ' }).surname).toBe('unseen');
  });

  it.each([
    ['1974', true],
    ['XX.XX.1974', true],
    ['00.00.1974', true],
    ['XX AUG 1974', true],
    ['Date of birth 08.1974', true],
    ['13.09.1974', false],
    ['1974-09-13', false],
    ['5 AUG 1974', false],
    [`${ILLEGIBLE}.08.1974`, false],
    ['13 KOL/AUG 1974', false],
  ])('have no day where machines know none: %s', (printed, isSame) => {
    const text = PAGE.replace('12.08.1974', printed);
    const { birthDate } = fieldsSeenIn(text, { ...EXPECTED, birthDate: '1974-08-00' });
    expect(birthDate === 'same').toBe(isSame);
  });

  it('have the month first only where that is known', () => {
    const text = PAGE.replace('12.08.1974', '08/12/1974');
    expect(fieldsSeenIn(text, EXPECTED)).toEqual({ ...ALL, birthDate: 'other' });
    expect(fieldsSeenIn(text, EXPECTED, { monthFirst: true })).toEqual(ALL);
  });

  it.each([
    ['an L for an I', 'LIDIA', 'IIDIA'],
    ['a Q for an O', 'OTTO', 'QTTO'],
    ['a D for an O', 'OTTO', 'DTTO'],
  ])('are missed when a letter is one that looks alike: %s', (_, name, printed) => {
    const text = PAGE.replace('Anna Li', printed);
    expect(fieldsSeenIn(text, { ...EXPECTED, givenNames: name })).toEqual({ ...ALL, givenNames: 'other' });
  });

  it.each(['L898902XC3', 'L8989O02C3', 'L89890202C3'])(
    'are missed when the number has a character more: %s',
    (printed) => {
      expect(fieldsSeenIn(PAGE.replace('L898902C3', printed), EXPECTED).number).toBe('other');
    },
  );

  it.each([
    ['THURIDUR', 'PURIDUR', 'ISL'],
    ['AEVARSDOTTIR', 'EVARSDOTTIR', 'ISL'],
    ['SOERENSEN', 'SORENSEN', 'DNK'],
    ['AASE', 'ASE', 'NOR'],
    ['MEULENDIJK', 'MEULENDUK', 'NLD'],
    ['GROSSMANN', 'GROBMANN', 'D'],
  ])('are found where %s is written with a letter of its language, read as %s, in %s', (surname, printed, state) => {
    const text = PAGE.replace('Müller', printed);
    expect(fieldsSeenIn(text, { ...EXPECTED, surname }, { state })).toEqual(ALL);
  });

  it.each([
    ['THURIDUR', 'PURIDUR', 'UTO'],
    ['GROSSMANN', 'GROBMANN', 'NLD'],
    ['MEULENDIJK', 'MEULENDUK', 'D'],
    ['THURIDUR', 'PURIDAR', 'ISL'],
  ])('are missed where %s is %s in %s, which has no such letter', (surname, printed, state) => {
    expect(fieldsSeenIn(PAGE.replace('Müller', printed), { ...EXPECTED, surname }, { state }).surname).not.toBe('same');
  });

  it('are found beside the same names in another script', () => {
    const text = PAGE.replace('Müller', 'МЮЛЛЕР / MUELLER').replace('Anna Li', 'АННА ЛИ/ANNA LI');
    expect(fieldsSeenIn(text, EXPECTED)).toEqual(ALL);
  });

  it('are found where people write an apostrophe and machines a space', () => {
    const text = PAGE.replace('Müller', "O'Connor");
    for (const surname of ['O CONNOR', 'OCONNOR']) expect(fieldsSeenIn(text, { ...EXPECTED, surname })).toEqual(ALL);
  });

  it('are found where the spaces between names were not read', () => {
    expect(fieldsSeenIn(PAGE.replace('Müller\nAnna Li', 'Müller,AnnaLi'), EXPECTED)).toEqual(ALL);
    expect(fieldsSeenIn(PAGE.replace('Anna Li', 'AnnaLia'), EXPECTED).givenNames).not.toBe('same');
  });

  it.each(['MUELLERANNALI', 'AnnaLiMueller', 'No 1 MUELLERANNALI'])(
    'are found where surname and given names were read as one word: %s',
    (names) => {
      const text = PAGE.replace('Müller\nAnna Li', names);
      expect(fieldsSeenIn(text, EXPECTED)).toEqual(ALL);
      for (const other of [names.replace(/ll/i, 'li'), `${names}A`, names.replace('M', 'AM')]) {
        expect(fieldsSeenIn(text.replace(names, other), EXPECTED)).toMatchObject({ surname: 'other' });
      }
    },
  );

  it.each<[keyof ExpectedFields, string, string]>([
    ['number', 'L898902C3', `L89${ILLEGIBLE}8902C3`],
    ['surname', 'Müller', `MUEL${ILLEGIBLE}LER`],
    ['birthDate', '12.08.1974', `12.${ILLEGIBLE}08.1974`],
  ])('are missed when something illegible stands within the %s', (field, value, printed) => {
    const { [field]: seen, ...others } = fieldsSeenIn(PAGE.replace(value, printed), EXPECTED);
    expect({ ...others, [field]: 'same' }).toEqual(ALL);
    expect(seen).not.toBe('same');
  });

  it('are unseen where nothing like them stands', () => {
    expect(fieldsSeenIn('a page\nof other things', EXPECTED).number).toBe('unseen');
  });

  it('are missed when one letter of a name of two is another', () => {
    expect(fieldsSeenIn(PAGE.replace(' Li', ' Lu'), EXPECTED)).toEqual({ ...ALL, givenNames: 'unseen' });
  });

  it('are not found in parts of other words', () => {
    expect(fieldsSeenIn(PAGE.replace('Anna Li', 'Anna\nNationality'), EXPECTED).givenNames).not.toBe('same');
  });
});
