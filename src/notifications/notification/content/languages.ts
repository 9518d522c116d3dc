/**
 * How well a notification's language matches the user's: equal (2), equal except for region and script (1), or not at
 * all (0).
 */
type Fit = 2 | 1 | 0;

const names = new Map<string, ReadonlySet<string>>();

/**
 * All names by which a request can identify a language: its tag, its name in English and its name in the language
 * itself.
 */
function namesOf(tag: string): ReadonlySet<string> {
  const known = names.get(tag);
  if (known) return known;
  const called = [tag, nameIn('en', tag), nameIn(tag, tag)].map((name) => name.toLowerCase());
  const found = new Set(called);
  if (names.size < 1_000) names.set(tag, found);
  return found;
}

function nameIn(reader: string, tag: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag; // `Intl` knows no name for the language
  }
}

function primaryOf(tag: string): string {
  const [primary = ''] = tag.split(/[-_]/, 1);
  return primary.toLowerCase();
}

function fitOf(lng: string, language: string): Fit {
  const called = lng.trim().toLowerCase().replaceAll('_', '-');
  if (namesOf(language).has(called)) return 2;
  const primary = primaryOf(language);
  return primaryOf(called) === primary || namesOf(primary).has(called) ? 1 : 0;
}

/** Sorts the user's language first, then English, which most people can read. The others keep their order. */
export function ownLanguageFirst<T extends { readonly lng: string }>(
  body: readonly T[],
  language: string,
): readonly T[] {
  if (body.length < 2) return body;
  const ranked = body.map((entry) => ({ entry, fit: fitOf(entry.lng, language) || fitOf(entry.lng, 'en') / 4 }));
  return ranked.sort((a, b) => b.fit - a.fit).map(({ entry }) => entry);
}
