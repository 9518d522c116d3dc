export const LANGUAGES = [
  { tag: 'en', name: 'English', locale: 'en-GB', direction: 'ltr' },
  { tag: 'es', name: 'Español', locale: 'es', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', locale: 'de', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl' },
] as const;

export type Language = (typeof LANGUAGES)[number];

export const [ENGLISH] = LANGUAGES;

const NAME = 'console-language';

/** The operator's choice, else the first language of the browser that the console has. */
export function wantedLanguage(): Language {
  for (const tag of [localStorage.getItem(NAME) ?? '', ...navigator.languages]) {
    const found = LANGUAGES.find((one) => one.tag === tag.split('-')[0]);
    if (found) return found;
  }
  return ENGLISH;
}

/** Stores the language and reloads the document, because modules read their texts once, when they are loaded. */
export function chooseLanguage(tag: string): void {
  localStorage.setItem(NAME, tag);
  location.reload();
}
