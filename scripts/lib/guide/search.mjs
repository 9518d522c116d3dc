import MiniSearch from 'minisearch';
import { addressOf } from './addresses.mjs';
import { titleOf } from './tabs.mjs';
import { slugOf } from './text.mjs';

/** Options with which the index is built. The browser needs the same options to load it. */
const OPTIONS = {
  fields: ['title', 'heading', 'languages', 'text'],
  storeFields: ['title', 'heading', 'section', 'address', 'weight'],
};

/**
 * A search index of all sections of all pages, and of all errors. `docs/search.json` sets weights, ignored words and
 * synonyms.
 */
export function searchIndex({ pages, sectionOf, titleOf, words: { weights, ignored, synonyms } }) {
  const index = new MiniSearch(OPTIONS);
  const weightOf = (section) => weights[section.split(',')[0]] ?? 1;
  const add = (entry) => index.add({ id: index.documentCount, weight: weightOf(entry.section), ...entry });
  for (const [path, text] of pages) {
    for (const entry of partsOf(text).filter(({ heading }) => heading !== LINKS)) {
      const address = addressOf(path) + (entry.heading === '' ? '' : `#${slugOf(entry.heading)}`);
      add({ ...entry, title: titleOf(path), section: sectionOf(path), address });
    }
  }
  for (const entry of errorsIn(pages.get('errors.md') ?? '')) add(entry);
  return JSON.stringify({ options: OPTIONS, ignored, synonyms, index });
}

function partsOf(text) {
  return withNamesOfCode(text)
    .split(/^(?=###? )/m)
    .map((part) => ({
      heading: plain(/^###? (.+)$/m.exec(part)?.[1] ?? ''),
      languages: [...part.matchAll(CODE)].map(([, name]) => name).join(' '),
      text: plain(part.replace(CODE, '').replace(/^#{1,3} .+$/m, '')),
    }));
}

/** The heading of sections that are not indexed, because they consist of links. */
const LINKS = 'Further reading';

/** Code blocks are indexed only by their language and the title of their tab. */
const CODE = /^code: (.*)$/gm;
const withNamesOfCode = (text) =>
  text
    .replace(/^ *```(\S*)(.*)\n[^]*?^ *```$/gm, (_code, name, info) => `code: ${name} ${titleOf(info) ?? ''}`)
    .replace(/<!--[^]*?-->/g, '');
const plain = (text) =>
  text
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[#*`|[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Entries of the errors: each error has its own page, the address in its `type`. */
const errorsIn = (page) =>
  [...page.matchAll(/^\| `([\w/-]+)`\s*\|\s*(\d+)\s*\|.*?\|.*?\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/gm)].map(
    ([, code, status, meaning, help]) => ({
      ...{ title: code, heading: meaning, section: `Errors, ${status}`, text: plain(help) },
      address: `/docs/problems/${code}`,
    }),
  );
