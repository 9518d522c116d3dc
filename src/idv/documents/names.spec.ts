import { namesMatch } from './names.js';

type Pair = readonly [recorded: string | null, printed: string | null];

const pairs = (first: Pair, last: Pair): boolean =>
  namesMatch({ firstName: first[0], lastName: last[0] }, { firstNames: first[1], lastNames: last[1] });
const last = (recorded: string | null, printed: string | null) => pairs([null, null], [recorded, printed]);

describe('The names of a record and of a document', () => {
  it.each<Pair>([
    ['Doe', 'DOE'],
    ['Müller', 'MUELLER'],
    ['Müller', 'MULLER'],
    ['Mueller', 'MÜLLER'],
    ['Groß', 'GROSS'],
    ['Ångström', 'AANGSTROEM'],
    ['Ángel', 'ANGEL'],
    ["O'Hara", 'OHARA'],
    ['Garcia Lopez', 'GARCÍA LÓPEZ'],
    ['Garcia', 'GARCIA LOPEZ'],
    ['Smith-Jones', 'SMITH JONES'],
    ['Smith Jones', 'SMITHJONES'],
    ['Papadopoulos-Konstantinidis', 'PAPADOPOULOS KONSTANT'],
    ['Łukasz', 'LUKASZ'],
    ['Sørensen', 'SOERENSEN'],
    ['Sørensen', 'SORENSEN'],
    ['e\u0301douard', 'ÉDOUARD'],
    ['İlker', 'ILKER'],
    ['van der Berg', 'VAN DER BERG'],
    [null, 'DOE'],
    ['Doe', null],
    ['李', 'LI'],
    ['Иванов', 'IVANOV'],
    ['', 'DOE'],
  ])('%s and %s match', (recorded, printed) => {
    expect(last(recorded, printed)).toBe(true);
  });

  it.each<Pair>([
    ['Doe', 'ROE'],
    ['Doe', 'DOER'],
    ['Garcia Lopez', 'GARCIA MARTINEZ'],
    ['Ann', 'ANNABEL'],
    ['Li', 'LINDA'],
    ['Müller', 'MILLER'],
  ])('%s and %s do not', (recorded, printed) => {
    expect(last(recorded, printed)).toBe(false);
  });

  it('must match both, where both have them', () => {
    expect(pairs(['Anna', 'ANNA MARIA'], ['Eriksson', 'ERIKSSON'])).toBe(true);
    expect(pairs(['Maria', 'ANNA MARIA'], ['Eriksson', 'ERIKSSON'])).toBe(true);
    expect(pairs(['Jane', 'ANNA MARIA'], ['Eriksson', 'ERIKSSON'])).toBe(false);
    expect(pairs(['Anna', 'ANNA MARIA'], ['Doe', 'ERIKSSON'])).toBe(false);
  });
});
