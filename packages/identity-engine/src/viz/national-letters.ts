/**
 * Letters that the machine readable zone writes as two letters (ICAO 9303-3, section 6), and the plain letters that
 * text recognition reads for them. A letter with `states` is tried only on documents of those states, because in other
 * states the two letters do not represent it.
 */
interface NationalLetter {
  readonly zone: string;
  readonly reads: readonly string[];
  /** The states in whose documents the letter occurs. Undefined for a letter that is used everywhere. */
  readonly states?: readonly string[];
}

const NORDIC = ['ISL', 'DNK', 'FRO', 'GRL', 'NOR'];
const DUTCH = ['NLD', 'BEL', 'SUR', 'ABW', 'CUW', 'SXM'];
const GERMAN = ['D', 'DEU', 'AUT', 'CHE', 'LIE', 'LUX', 'BEL'];

// oxfmt-ignore
const LETTERS: readonly NationalLetter[] = [
  { zone: 'AE',  reads: ['A'] },                              // Ä
  { zone: 'OE',  reads: ['O'] },                              // Ö, Ø
  { zone: 'UE',  reads: ['U'] },                              // Ü
  { zone: 'AA',  reads: ['A'] },                              // Å
  { zone: 'NXX', reads: ['N'] },                              // Ñ
  { zone: 'UXX', reads: ['U'] },                              // Ü
  { zone: 'AE',  reads: ['E'],            states: NORDIC },   // Æ
  { zone: 'TH',  reads: ['P', 'D'],       states: ['ISL'] },  // Þ
  { zone: 'IJ',  reads: ['U', 'Y', 'LJ'], states: DUTCH },    // Ĳ
  { zone: 'SS',  reads: ['B'],            states: GERMAN },   // ß
];

/** Limits the combinations for a name with many national letters. */
const MOST_SPELLINGS = 64;

/** All spellings in which a word of the machine readable zone may be printed for people, the unchanged word first. */
export function printedSpellings(word: string, state: string): string[] {
  const letters = LETTERS.filter(({ states }) => states?.includes(state) ?? true);
  return [...new Set(spellingsOf(word, letters))];
}

function spellingsOf(word: string, letters: readonly NationalLetter[]): string[] {
  if (word === '') return [''];
  const plain = spellingsOf(word.slice(1), letters).map((rest) => word.charAt(0) + rest);
  const national = letters
    .filter(({ zone }) => word.startsWith(zone))
    .flatMap(({ zone, reads }) =>
      spellingsOf(word.slice(zone.length), letters).flatMap((rest) => reads.map((read) => read + rest)),
    );
  return [...plain, ...national].slice(0, MOST_SPELLINGS);
}
