import { randomSpecimen } from '../specimens/specimen-data.js';
import { zoneOf } from '../specimens/zone.js';
import { checkDigit, CHARACTERS } from './characters.js';
import { digitsIn } from './digits.js';
import { FRA_ID, td1, td2, TD3, type Layout } from './layouts.js';
import { fieldsOf, isDate, isPlausible } from './zone-fields.js';

const TODAY = new Date('2026-11-22');

describe('The text of a machine readable zone', () => {
  it('has the check digits of the examples of ICAO 9303', () => {
    expect(['520727', 'AB2134<<<', 'D23145890734'].map(checkDigit)).toEqual(['3', '5', '9']);
  });

  it('is told field by field', () => {
    const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
    expect(fieldsOf(lines, TD3, TODAY)).toEqual({
      format: 'TD3',
      code: 'P',
      issuer: 'UTO',
      number: 'L898902C3',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      nationality: 'UTO',
      birthDate: '1974-08-12',
      sex: 'F',
      expiryDate: '2012-04-15',
    });
  });

  it.each([
    ['TD1', td1(3), { ...randomSpecimen('TD1', 1), number: 'D23145890734' }],
    ['TD2', td2(1), { ...randomSpecimen('TD2', 2), number: 'D231458907' }],
    ['the French card', FRA_ID, randomSpecimen('FRA-ID', 3)],
  ])('comes back as it was for %s', (_, layout, data) => {
    const { number, surname, givenNames, birthDate } = fieldsOf(zoneOf(data), layout, TODAY);
    expect({ number, surname, givenNames, birthDate }).toEqual({
      number: data.number,
      surname: data.surname,
      givenNames: data.givenNames,
      birthDate: data.birthDate,
    });
  });

  it.each<[string, readonly string[], Layout, readonly string[] | undefined]>([
    ['given names', [`I<UTOD231458907<<<<<<<<<<<<<<<`, '', 'ABCDEFGHIJKLMNO<<PQRSTUVWXYZAB'], td1(), ['givenNames']],
    ['a surname', [`P<UTOABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLM`, ''], TD3, ['surname']],
    ['neither', [`P<UTOABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKL<`, ''], TD3, undefined],
    [
      'given names of a French card',
      [`IDFRADUBOIS${'<'.repeat(25)}`, '1209057492776MARIE<<SOLANGES8601148F4'],
      FRA_ID,
      ['givenNames'],
    ],
  ])('may be cut where it fills its space: %s', (_, lines, layout, cut) => {
    expect(fieldsOf(lines, layout, TODAY).cut).toEqual(cut);
  });

  it.each([
    ['261122', '2026-11-22'],
    ['261123', '1926-11-23'],
    ['26<<<<', '2026-00-00'],
    ['271122', '1927-11-22'],
  ])('has a birth on %s as %s: nobody is born in the future', (text, birthDate) => {
    const second = `L898902C36UTO${text}0F1204159<<<<<<<<<<<<<<00`;
    expect(fieldsOf(['P<UTOERIKSSON<<ANNA', second], TD3, TODAY).birthDate).toBe(birthDate);
  });

  it.each([
    ['740812', true],
    ['74<<<<', true],
    ['7408<<', true],
    ['<<<<<<', true],
    ['<<0812', false],
    ['7<0812', false],
    ['741312', false],
    ['740832', false],
    ['74081<', false],
  ])('may have the date %s: %s', (text, plausible) => expect(isPlausible(text)).toBe(plausible));

  it.each([
    ['1990-02-28', true],
    ['1990-02-29', false],
    ['1992-02-29', true],
    ['1990-13-01', false],
    ['1990-05-00', true],
    ['1990-00-00', true],
  ])('has the date %s: %s', (date, known) => expect(isDate(date)).toBe(known));
});

describe('Check digits', () => {
  /** Cells with a certain text, except at some positions, where zero and O are equally likely. */
  const seen = (layout: Layout, lines: readonly string[], doubtful: readonly number[] = []) =>
    layout.cells.slice(1).flatMap((row) =>
      row
        .filter(({ field }) => field !== 'nationality')
        .map((cell) => {
          const probabilities = new Float32Array(CHARACTERS.length);
          const character = lines[cell.row]?.[cell.column] ?? '<';
          const isDoubtful = cell.row === 1 && doubtful.includes(cell.column);
          probabilities[CHARACTERS.indexOf(character)] = isDoubtful ? 0.5 : 1;
          if (isDoubtful) probabilities[CHARACTERS.indexOf(character === '0' ? 'O' : '0')] = 0.5;
          return { cell, probabilities };
        }),
    );
  const numbered = (number: string): string[] => zoneOf({ ...randomSpecimen('TD3', 4), number });

  it('do not tell two letters O from two noughts at some places: the number is ambiguous', () => {
    expect(checkDigit('A00051376')).toBe(checkDigit('AO0O51376'));
    const { hold, ambiguousNumber } = digitsIn(seen(TD3, numbered('A00051376'), [1, 3]));
    expect([hold, ambiguousNumber]).toEqual([true, true]);
  });

  it('tell one letter O from a nought', () => {
    const { hold, ambiguousNumber, margin } = digitsIn(seen(TD3, numbered('A00051376'), [1]));
    expect([hold, ambiguousNumber]).toEqual([true, false]);
    expect(margin).toBeGreaterThan(1.5);
  });

  it('correct nothing where all agree', () => {
    expect(digitsIn(seen(TD3, numbered('A12345678')))).toMatchObject({ hold: true, corrections: 0 });
  });
});
