import { en } from './en.js';
import { ENGLISH, type Language, wantedLanguage } from './languages.js';

/** The same members as English. Pairs keep their code; every other text may differ. */
type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : T extends readonly [infer Code extends string | number, string]
      ? readonly [Code, string]
      : { readonly [Key in keyof T]: Translated<T[Key]> };

export type Words = Translated<typeof en>;

/** Loaded only when they are wanted. They import nothing that the console also loads, since it waits for them. */
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
