import { numberedFieldsIn } from './numbered-fields.js';

const TODAY = new Date('2026-06-01T00:00:00Z');
const GERMAN = [
  'FÜHRERSCHEIN BUNDESREPUBLIK DEUTSCHLAND',
  '1. MUSTERMANN',
  '2. ERIKA',
  '3. 12.08.64 BERLIN',
  '4a. 01.09.21 4c. LRA',
  '4b. 31.08.36',
  '5. B072RRE7I45',
  '9. AM/B/L',
];
const SPANISH = [
  'PERMISO DE CONDUCCIÓN',
  '1. ESPAÑOLA ESPAÑOLA',
  '2. CARMEN',
  '3. 01-01-1980 MADRID',
  '4a. 02-03-2020 4c. 28/09',
  '4b. 01-03-2030',
  '5. 99999999-R',
  '9. AM/B',
];
const BRITISH = [
  'DRIVING LICENCE',
  '1. MORGAN',
  '2. SARAH MEREDYTH',
  '3. 05.07.1964 UNITED KINGDOM',
  '4a. 19.01.2023 4c. DVLA',
  '4b. 18.01.2033',
  '5. MORGA657054SM9IJ 35',
  '9. AM/A/B1/B',
];

const box = (row: number, height = 20) => ({ x0: 300, x1: 700, y0: row * 40, y1: row * 40 + height });
const read = (rows: readonly string[], country: string, unsure: number[] = []) =>
  numberedFieldsIn(
    rows.map((text, i) => ({ text, certainty: 1, box: box(i) })),
    unsure.map((row) => box(row)),
    country,
    TODAY,
  );
const changed = (rows: readonly string[], from: string, to: string): string[] =>
  rows.map((row) => row.replace(from, to));

describe('the numbered fields of a driving licence', () => {
  it('are read with the century that makes a driver', () => {
    expect(read(GERMAN, 'DEU')).toEqual({
      ...{ surname: 'MUSTERMANN', givenNames: 'ERIKA', birthDate: '1964-08-12', number: 'B072RRE7I45' },
      ...{ issueDate: '2021-09-01', expiryDate: '2036-08-31', categories: 'AM/B/L' },
    });
  });

  it.each([
    [SPANISH, 'ESP', '99999999R'],
    [BRITISH, 'GBR', 'MORGA657054SM9IJ35'],
  ])('are read by the form of the state', (rows, country, number) =>
    expect(read(rows, country)).toMatchObject({ number }),
  );

  it('are read with a name whose O was taken for 0', () =>
    expect(read(changed(GERMAN, 'MUSTERMANN', '0LS0N'), 'DEU')).toMatchObject({ surname: 'OLSON' }));

  it.each(['1.', '2.', '3.', '4a.', '4b.', '5.', '9.', 'FÜHRER'])('are not read without %s', (label) =>
    expect(
      read(
        GERMAN.filter((row) => !row.startsWith(label)),
        'DEU',
      ),
    ).toBeUndefined(),
  );

  it.each([
    ['issued before the age of drivers', '3. 12.08.64', '3. 12.08.2010'],
    ['issued in the future', '4a. 01.09.21', '4a. 01.09.26'],
    ['expired before it was issued', '4b. 31.08.36', '4b. 31.08.20'],
    ['valid for too long', '4b. 31.08.36', '4b. 31.08.46'],
    ['born on a day that is none', '12.08.64', '31.02.64'],
    ['with a field twice', '9. AM/B/L', '1. AM/B/L'],
    ['with a digit in a name', 'ERIKA', 'ER1KA'],
    ['with dates swapped', '4a.', '4x.'],
  ])('are refused: %s', (_, from, to) => expect(read(changed(GERMAN, from, to), 'DEU')).toBeUndefined());

  it('are refused in another order', () => {
    const [title = '', surname = '', given = '', ...rest] = GERMAN;
    expect(read([title, given, surname, ...rest], 'DEU')).toBeUndefined();
  });

  it('are refused where a name goes on, or may go on', () => {
    const [title = '', surname = '', ...rest] = GERMAN;
    expect(read([title, surname, 'GABLER', ...rest], 'DEU')).toBeUndefined();
    expect(read([title, surname, '', ...rest], 'DEU', [2])).toBeUndefined();
  });

  it('are refused where a German number may have a Z or a 2', () => {
    for (const number of ['B072RRE2I55', 'B072RREZI55'])
      expect(read(changed(GERMAN, 'B072RRE7I45', number), 'DEU')).toBeUndefined();
  });

  it('are refused when they are of another state', () => {
    for (const country of ['ESP', 'GBR', 'FRA']) expect(read(GERMAN, country)).toBeUndefined();
  });

  const numbers: [readonly string[], string, string][] = [
    [GERMAN, 'DEU', 'B072RRE7I4'],
    [SPANISH, 'ESP', '99999999-R'],
    [BRITISH, 'GBR', 'MORGA657054'],
  ];
  /** Look-alikes to try besides every other digit. The German check digit does not detect all confused letters. */
  const ALIKE: Readonly<Record<string, string>> = {
    O: '0',
    '0': 'O8',
    I: '1',
    '1': 'I',
    S: '5',
    '5': 'S',
    B: '8',
    E: 'F',
  };
  it.each(numbers)(
    'are refused with a digit of the number altered, or what looks alike: %#',
    (rows, country, number) => {
      const accepted: string[] = [];
      for (const [at, character] of Array.from(number).entries()) {
        for (const other of (/\d/.test(character) ? '0123456789' : '') + (ALIKE[character] ?? '')) {
          const altered = number.slice(0, at) + other + number.slice(at + 1);
          const seen = altered === number ? undefined : read(changed(rows, number, altered), country);
          if (seen && !seen.number.startsWith(number.replace('-', ''))) accepted.push(altered);
        }
      }
      // A woman's month has 50 added. Without it, the number is a valid one of a man.
      expect(accepted.filter((altered) => altered !== 'MORGA607054SM' && altered !== 'MORGA607054')).toEqual([]);
    },
  );
});
