import type { Texts } from '@countersign/client';
import { preferences } from './preferences.js';
import type { LanguageChoice } from './settings.js';
import { en, type Words } from './words/en.js';

/** The words of the app and the errors of the library in one language. */
export interface Language extends LanguageChoice {
  readonly words: Words;
  readonly texts?: Texts;
}

/** Loads the texts of a language when it is chosen. English is built in. */
const others: Readonly<Record<string, () => Promise<{ readonly words: Words; readonly texts: Texts }>>> = {
  de: () => import('./words/de.js'),
  es: () => import('./words/es.js'),
  ar: () => import('./words/ar.js'),
};

const ENGLISH: LanguageChoice = { tag: 'en', name: 'English', locale: 'en-GB', direction: 'ltr' };

/**
 * The language that the user chose before, or else the one that the server selected. Falls back to English if its texts
 * cannot be loaded.
 */
export async function chosenLanguage(choices: readonly LanguageChoice[]): Promise<Language> {
  const wanted = preferences.read('language') ?? document.documentElement.lang;
  const choice = choices.find(({ tag }) => tag === wanted) ?? ENGLISH;
  try {
    return { ...choice, words: en, ...(await others[choice.tag]?.()) };
  } catch {
    return { ...ENGLISH, words: en };
  }
}

let current: Language = { ...ENGLISH, words: en };

export const language = (): Language => current;

export function use(chosen: Language): void {
  current = chosen;
  document.documentElement.lang = chosen.tag;
  document.documentElement.dir = chosen.direction;
}

export type Word = keyof Words;

/** A sentence of the app, with its placeholders filled. */
export const t = (word: Word, gaps: Readonly<Record<string, string | number>> = {}): string =>
  current.words[word].replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
