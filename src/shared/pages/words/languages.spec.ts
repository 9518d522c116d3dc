import { acceptedLanguages, filled, languageOf, languagesWith } from './languages.js';

const languages = languagesWith({ en: {}, es: {}, de: {}, ar: {} });

it.each([
  [['de-AT'], 'de'],
  [['fr', 'es-MX'], 'es'],
  [[undefined, 'AR'], 'ar'],
  [['fr'], 'en'],
  [[], 'en'],
])('A browser that asks for %j is spoken to in %s', (wanted, tag) => {
  expect(languageOf(languages, ...wanted).tag).toBe(tag);
});

it('The page hears what a browser wants most', () => {
  expect(acceptedLanguages('fr;q=0.5, de-CH, en;q=0.8, es;q=0')).toEqual(['de-CH', 'en', 'fr']);
  expect(acceptedLanguages(undefined)).toEqual([]);
});

it.each(languages.map((language) => [language.tag, language] as const))(
  'Every language leaves the same gaps: %s',
  (_tag, { words }) => {
    const gapsOf = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, sentence] of Object.entries(languages[0].words)) {
      expect([key, gapsOf(words[key as keyof typeof words])]).toEqual([key, gapsOf(sentence)]);
      expect(words[key as keyof typeof words]).not.toBe('');
    }
  },
);

it('The words fill gaps, and leave alone what they have no word for', () => {
  expect(filled('to {client} at {host}', { client: 'Portal' })).toBe('to Portal at {host}');
});

it('The words of a context stand beside those of the frame', () => {
  const [english] = languagesWith({ en: { hello: 'Hello' }, es: { hello: 'Hola' }, de: { hello: 'Hallo' }, ar: { hello: 'مرحبا' } }); // oxfmt-ignore
  expect(english.words).toMatchObject({ hello: 'Hello', show: 'Show' });
});
