import fc from 'fast-check';
import { folded, searchText } from './search-text.js';

describe('The text that is searched', () => {
  it.each([
    ['case', 'ZAHLUNG', 'zahlung'],
    ['accents', 'Überweisung à Noël', 'uberweisung a noel'],
    ['accents that stand apart', 'Noe\u0308l', 'noël'],
    ['strokes', 'Øresund Łódź', 'oresund lodz'],
    ['a sharp s', 'STRASSE', 'Straße'],
    ['a capital sharp s', 'STRAẞE', 'Straße'],
    ['a final sigma', 'ΟΔΌΣ', 'οδος'],
    ['the dotted and the dotless i', 'İSTANBUL ısı', 'istanbul isi'],
    ['vowel marks of Arabic', 'مُحَمَّد', 'محمد'],
    ['hamzas of Arabic', 'أحمد', 'احمد'],
    ['points of Hebrew', 'שָׁלוֹם', 'שלום'],
    ['accents of Greek', 'Αθήνα', 'αθηνα'],
    ['the width of letters', 'ＡＢＣ１２', 'abc12'],
    ['half-width kana', 'ｶﾀｶﾅ', 'カタカナ'],
    ['white space', ' a\t\n b\u00a0c ', 'a b c'],
    ['what nobody sees', 'pay\u00adment\u200b', 'payment'],
    ['ligatures', 'ﬁnance', 'finance'],
  ])('goes without %s', (_what, written, searched) => {
    expect(folded(written)).toBe(folded(searched));
  });

  it.each([
    ['kana that are voiced', 'か', 'が'],
    ['vowels of Hindi', 'कि', 'कु'],
    ['vowels of Thai', 'กิ', 'กุ'],
    ['syllables of Korean', '한', '할'],
    ['words', 'pay', 'pat'],
  ])('keeps apart %s', (_what, one, other) => {
    expect(folded(one)).not.toBe(folded(other));
  });

  it('is the same again of itself', () => {
    for (let code = 0; code <= 0x3ffff; code++) {
      const letter = folded(String.fromCodePoint(code));
      if (folded(letter) !== letter) throw new Error(`Not so for U+${code.toString(16)}`);
    }
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(folded(folded(text))).toBe(folded(text))));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(folded(folded(text))).toBe(folded(text))));
  });

  it('has a line for each subject and message of every language', () => {
    const body = [
      { lng: 'de', subject: 'Zahlung', message: 'Über 10 €' },
      { lng: 'ja', subject: '支払い', message: '東京' },
    ];
    expect(searchText({ actions: [], body })).toBe('zahlung\nuber 10 €\n支払い\n東京');
  });
});
