import { languages } from './languages.js';

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
