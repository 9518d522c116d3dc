import { ar } from './ar.js';
import { de } from './de.js';
import { en, type FrameWords } from './en.js';
import { es } from './es.js';

export interface Language<Words = FrameWords> {
  readonly tag: string;
  /** The name of the language in that language. */
  readonly name: string;
  /** The locale for dates and times, with the digits that our texts use. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: Words;
}

const frame = [
  { tag: 'en', name: 'English', locale: 'en-GB', direction: 'ltr', words: en },
  { tag: 'es', name: 'Español', locale: 'es', direction: 'ltr', words: es },
  { tag: 'de', name: 'Deutsch', locale: 'de', direction: 'ltr', words: de },
  { tag: 'ar', name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl', words: ar },
] as const;

type Tag = (typeof frame)[number]['tag'];

export const languageTags: readonly Tag[] = frame.map(({ tag }) => tag);

/** The languages of a context's pages. The first one, English, is the fallback. */
export type Languages<Words = FrameWords> = readonly [Language<Words>, ...Language<Words>[]];

/** Causes a type error if a text of a context has the same name as a shared text, which it would overwrite. */
type NoneOfTheFrame<Own> = keyof Own & keyof FrameWords extends never ? unknown : never;

/** The languages of a context's pages. Combines the texts of the context with the shared texts. */
export function languagesWith<Own extends Readonly<Record<string, string>>>(
  own: Readonly<Record<Tag, Own>> & NoneOfTheFrame<Own>,
): Languages<FrameWords & Own> {
  const [english, ...others] = frame;
  const withOwn = ({ words, ...language }: (typeof frame)[number]) => ({
    ...language,
    words: { ...words, ...own[language.tag] },
  });
  return [withOwn(english), ...others.map(withOwn)];
}

/**
 * The first of the given language tags (BCP 47) that is supported, compared by language only: `de-AT` matches German.
 */
export function languageOf<Words>(
  languages: Languages<Words>,
  ...wanted: readonly (string | undefined)[]
): Language<Words> {
  const tags = wanted.flatMap((tag) => tag?.toLowerCase().split('-', 1) ?? []);
  const found = tags.flatMap((tag) => languages.find((language) => language.tag === tag) ?? []);
  return found[0] ?? languages[0];
}

/** The languages that a browser accepts, in order of preference (RFC 9110, 12.5.4). */
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

/** Replaces the placeholders in a sentence, such as `{when}`. Unknown placeholders are left unchanged. */
export const filled = (sentence: string, gaps: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);

/** A relative time in each language's grammar: "in 2 minutes", "خلال دقيقتين". */
export function inSeconds(locale: string, seconds: number): string {
  const inWords = new Intl.RelativeTimeFormat(locale);
  return seconds < 60
    ? inWords.format(Math.ceil(seconds), 'second')
    : inWords.format(Math.ceil(seconds / 60), 'minute');
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** A date in UTC with the name of its month. Formats are kept, because it takes longer to create one than to use it. */
export function longDate({ locale }: Pick<Language, 'locale'>, date: Date): string {
  const format = dateFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  dateFormats.set(locale, format);
  return format.format(date);
}
