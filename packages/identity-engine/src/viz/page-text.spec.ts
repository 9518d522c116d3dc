import { isOfZone, rowsOf } from './page-text.js';

describe('a line', () => {
  it.each([
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    'IKITAAWZSFVMLV1<<<KLKLKLKLKLKLKLKLLKLKL',
    '5607013F2907239ITAKLKLKLLLLLKLO',
    'NGUYENKLKTHI<KMAI<<LKLKLLLLLLLLLLLKL',
  ])('is known as one of a zone by its fillers, as they are read: %s', (line) => expect(isOfZone(line)).toBe(true));

  it.each(['MCCLELLAND', 'KALKKLEIN', 'LLANFAIRPWLL', 'CKL 1234 LCK', 'L898902C3', 'Nationality < UTOPIAN'])(
    'is not taken for one of a zone when it is for people: %s',
    (line) => expect(isOfZone(line)).toBe(false),
  );
});

describe('rows', () => {
  const piece = (text: string, x0: number, y0: number) => ({
    ...{ text, certainty: 1 },
    box: { x0, y0, x1: x0 + 10 * text.length, y1: y0 + 20 },
  });

  it('join the pieces of a date that stand side by side', () => {
    expect(rowsOf([piece('1965', 90, 2), piece('05 FEB', 10, 0)])).toEqual([
      { text: '05 FEB 1965', certainty: 0, box: { x0: 10, y0: 0, x1: 130, y1: 22 } },
    ]);
  });

  it.each([
    ['below one another', piece('1965', 10, 30)],
    ['far apart', piece('1965', 130, 0)],
  ])('are not made of pieces %s', (_, other) => expect(rowsOf([piece('05 FEB', 10, 0), other])).toEqual([]));
});
