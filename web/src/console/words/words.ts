import { en } from './en.js';
import { ENGLISH, type Language, wantedLanguage } from './languages.js';

/**
 * The texts of another language: the same members as English. In a pair of a code and a text, the code stays the same.
 */
type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : T extends readonly [infer Code extends string | number, string]
      ? readonly [Code, string]
      : { readonly [Key in keyof T]: Translated<T[Key]> };

export type Words = Translated<typeof en>;

/**
 * A language is loaded only if it is chosen. Its files must import no module that the console also loads, because the
 * console waits for them, and they would wait for the console.
 */
const others: Readonly<Partial<Record<Language['tag'], () => Promise<{ readonly words: Words }>>>> = {
  es: () => import('./es.js'),
  de: () => import('./de.js'),
  ar: () => import('./ar.js'),
};

const wanted = wantedLanguage();
const loaded = await others[wanted.tag]?.().catch(() => undefined);

/** All texts of the console. If a language cannot be loaded, English is used. */
export const words: Words = loaded?.words ?? en;
export const language: Language = loaded ? wanted : ENGLISH;

document.documentElement.lang = language.tag;
document.documentElement.dir = language.direction;
