import MiniSearch from 'minisearch';
import { addressOf } from './addresses.mjs';
import { titleOf } from './tabs.mjs';
import { slugOf } from './text.mjs';

/** What the browser needs to read the index, beside the index. */
const OPTIONS = {
  fields: ['title', 'heading', 'languages', 'text'],
  storeFields: ['title', 'heading', 'section', 'address', 'weight'],
};

/** An index of all sections of all pages, and of the pages about errors, with what `docs/search.json` says about words. */
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

/** A part that has links and nothing to find. */
const LINKS = 'Further reading';

/** Of code, only the language is searched: the title of its tab. */
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

/** Each error has a page of its own, which its `type` names. */
const errorsIn = (page) =>
  [...page.matchAll(/^\| `([\w/-]+)`\s*\|\s*(\d+)\s*\|.*?\|.*?\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/gm)].map(
    ([, code, status, meaning, help]) => ({
      ...{ title: code, heading: meaning, section: `Errors, ${status}`, text: plain(help) },
      address: `/docs/problems/${code}`,
    }),
  );
