import type MiniSearch from 'minisearch';
import type { Query } from 'minisearch';

export interface Found {
  readonly title: string;
  readonly heading: string;
  readonly section: string;
  readonly address: string;
}
export type Find = (words: string) => readonly Found[];

/** The search file: the index, and the settings for words from `docs/search.json`. */
export interface SearchFile {
  readonly options: ConstructorParameters<typeof MiniSearch>[0];
  readonly index: Parameters<typeof MiniSearch.loadJS>[0];
  readonly ignored: readonly string[];
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
}

const MOST = 12;
const MOST_OF_A_PAGE = 2;
const LONG_ENOUGH_FOR_AN_ERROR = 4;
const HOW = {
  prefix: true,
  fuzzy: (word: string) => (word.length >= LONG_ENOUGH_FOR_AN_ERROR ? 1 : false),
  boost: { title: 6, heading: 4, languages: 4 },
  boostDocument: (_id: unknown, _term: string, stored?: Record<string, unknown>) => Number(stored?.['weight'] ?? 1),
};
const SYNONYM = { prefix: false, fuzzy: false } as const;

/**
 * Makes the search function. It finds prefixes, one typing error in longer words, and synonyms. Sections with all words
 * come before those with some.
 */
export function finderOf(Search: typeof MiniSearch, { options, index, ignored, synonyms }: SearchFile): Find {
  const search = Search.loadJS(index, options);
  const otherWords = new Map(Object.entries(synonyms));
  const meant = (words: string): string[] => {
    const all = words.toLowerCase().split(/\s+/).filter(Boolean);
    const said = all.filter((word) => !ignored.includes(word));
    return said.length > 0 ? said : all;
  };
  const anyOf = (word: string): Query => ({
    combineWith: 'OR',
    queries: [
      { combineWith: 'AND', queries: [word] },
      ...(otherWords.get(word) ?? []).map((other): Query => ({ combineWith: 'AND', queries: [other], ...SYNONYM })),
    ],
  });
  return (words) => {
    const queries = meant(words).map(anyOf);
    const [together, apart] = (['AND', 'OR'] as const).map((combineWith) =>
      search.search({ combineWith, queries }, HOW),
    );
    return spread([...(together ?? []), ...(apart ?? [])] as unknown as Found[]);
  };
}

/** Removes repeated sections, and all but the best sections of each page, so that other pages are shown too. */
function spread(found: readonly Found[]): Found[] {
  const kept = new Set<string>();
  const ofPage = new Map<string, number>();
  return found
    .filter(({ address }) => {
      const page = address.split('#', 1)[0] ?? address;
      const count = ofPage.get(page) ?? 0;
      if (kept.has(address) || count >= MOST_OF_A_PAGE) return false;
      kept.add(address);
      ofPage.set(page, count + 1);
      return true;
    })
    .slice(0, MOST);
}
