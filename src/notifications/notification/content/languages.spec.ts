import { ownLanguageFirst } from './languages.js';

const order = (language: string, ...lngs: string[]): string[] =>
  ownLanguageFirst(
    lngs.map((lng) => ({ lng })),
    language,
  ).map(({ lng }) => lng);

describe('The languages of a notification', () => {
  it.each<[string, string[], string[]]>([
    ['de', ['en', 'de', 'fr'], ['de', 'en', 'fr']],
    ['de', ['en', 'German', 'fr'], ['German', 'en', 'fr']],
    ['de', ['en', 'deutsch'], ['deutsch', 'en']],
    ['ja', ['English', '日本語'], ['日本語', 'English']],
    ['de-AT', ['en', 'de', 'de-AT'], ['de-AT', 'de', 'en']],
    ['de', ['en', 'de-CH'], ['de-CH', 'en']],
    ['de-CH', ['en', 'German'], ['German', 'en']],
    ['pt-BR', ['pt_BR', 'pt'], ['pt_BR', 'pt']],
    ['pt-BR', ['en', 'Brazilian Portuguese'], ['Brazilian Portuguese', 'en']],
    ['EN', ['fr', 'ENGLISH'], ['ENGLISH', 'fr']],
    ['fi', ['en', 'de', 'fr'], ['en', 'de', 'fr']],
    ['es', ['ar', 'de', 'en'], ['en', 'ar', 'de']],
    ['de', ['ar', 'de', 'English'], ['de', 'English', 'ar']],
    ['de', ['Klingon', '🖖', ''], ['Klingon', '🖖', '']],
    ['xx-nonsense-tag', ['en', 'de'], ['en', 'de']],
    ['de', ['English'], ['English']],
    ['de', [], []],
  ])('are ordered for a reader of %s: %j in the order %j', (language, lngs, expected) => {
    expect(order(language, ...lngs)).toEqual(expected);
  });
});
