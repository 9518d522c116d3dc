import { Failures } from '../failures.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';

describe('Texts for people', () => {
  it.each([de, es, ar])('are there for every failure, in a language of their own', ({ language, errors }) => {
    expect(Object.keys(errors)).toEqual(Object.keys(en.errors));
    for (const [code, text] of Object.entries(errors)) {
      expect([language, code, text]).not.toEqual([language, code, en.errors[code as keyof typeof en.errors]]);
      expect(text).toMatch(/\S[.؟!]$/);
    }
  });

  it.each([
    ['de', de],
    ['de-CH', de],
    ['AR', ar],
    ['fr', en],
    [undefined, en],
  ])('are those of %p', (language, texts) => {
    const failures = new Failures(language, [de, es, ar], () => undefined);
    expect(failures.of('expired').userMessage).toBe(texts.errors.expired);
  });
});
