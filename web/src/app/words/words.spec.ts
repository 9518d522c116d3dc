import * as ar from './ar.js';
import * as de from './de.js';
import { en } from './en.js';
import * as es from './es.js';

const gapsIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();

describe.each(Object.entries({ de, es, ar }))('The words of the app in %s', (_tag, { words, texts }) => {
  it('have the gaps of the English ones, and none is left out', () => {
    for (const [name, text] of Object.entries(en)) {
      const translated = words[name as keyof typeof en];
      expect([name, gapsIn(translated)]).toEqual([name, gapsIn(text)]);
      expect(translated.trim()).not.toBe('');
    }
  });

  it('come with those of the library', () => {
    expect(texts.errors.offline.length).toBeGreaterThan(10);
  });
});
