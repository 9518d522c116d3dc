import { isOfZone } from './page-text.js';

describe('a line', () => {
  it.each([
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    'IKITAAWZSFVMLV1<<<KLKLKLKLKLKLKLKLLKLKL',
    '5607013F2907239ITAKLKLKLLLLLKLO',
    'NGUYENKLKTHI<KMAI<<LKLKLLLLLLLLLLLKL',
  ])('of a zone is told by its fillers, as they are read: %s', (line) => expect(isOfZone(line)).toBe(true));

  it.each(['MCCLELLAND', 'KALKKLEIN', 'LLANFAIRPWLL', 'CKL 1234 LCK', 'L898902C3', 'Nationality < UTOPIAN'])(
    'for people is not of a zone: %s',
    (line) => expect(isOfZone(line)).toBe(false),
  );
});
