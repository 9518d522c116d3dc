import { ar } from './ar.js';
import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';

export interface Language {
  readonly tag: string;
  /** As its speakers call it. */
  readonly name: string;
  /** For dates and times, in the digits of our sentences. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: Words;
}

export const languages: readonly Language[] = [
  { tag: 'en', name: 'English', locale: 'en-GB', direction: 'ltr', words: en },
  { tag: 'es', name: 'Español', locale: 'es', direction: 'ltr', words: es },
  { tag: 'de', name: 'Deutsch', locale: 'de', direction: 'ltr', words: de },
  { tag: 'ar', name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl', words: ar },
];

const [fallback] = languages as readonly [Language, ...Language[]];

/** The first of these language tags (BCP 47) that we speak, by its language alone: `de-AT` is German. */
export function languageOf(...wanted: readonly (string | undefined)[]): Language {
  const tags = wanted.flatMap((tag) => tag?.toLowerCase().split('-', 1) ?? []);
  const found = tags.flatMap((tag) => languages.find((language) => language.tag === tag) ?? []);
  return found[0] ?? fallback;
}

/** What a browser asks for, most wanted first (RFC 9110, 12.5.4). */
export const acceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/;\s*q=/);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);

/** A sentence with its gaps filled. */
export const filled = (sentence: string, gaps: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);

/** How long to wait, as each language counts: "in 2 minutes", "خلال دقيقتين". */
export function inSeconds(locale: string, seconds: number): string {
  const inWords = new Intl.RelativeTimeFormat(locale);
  return seconds < 60
    ? inWords.format(Math.ceil(seconds), 'second')
    : inWords.format(Math.ceil(seconds / 60), 'minute');
}
