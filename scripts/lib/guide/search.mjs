import MiniSearch from 'minisearch';
import { addressOf } from './addresses.mjs';
import { slugOf } from './text.mjs';

/** What the browser needs to read the index, beside the index. */
const OPTIONS = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'section', 'address'] };

/** An index of all sections of all pages, and of the pages about errors. */
export function searchIndex({ pages, sectionOf, titleOf }) {
  const index = new MiniSearch(OPTIONS);
  const add = (entry) => index.add({ id: index.documentCount, ...entry });
  for (const [path, text] of pages) {
    for (const entry of partsOf(text)) {
      const address = addressOf(path) + (entry.heading === '' ? '' : `#${slugOf(entry.heading)}`);
      add({ ...entry, title: titleOf(path), section: sectionOf(path), address });
    }
  }
  for (const entry of errorsIn(pages.get('errors.md') ?? '')) add(entry);
  return JSON.stringify({ options: OPTIONS, index });
}

function partsOf(text) {
  return withoutCode(text)
    .split(/^(?=## )/m)
    .map((part) => ({
      heading: plain(/^## (.+)$/m.exec(part)?.[1] ?? ''),
      text: plain(part.replace(/^##? .+$/m, '')),
    }));
}

const withoutCode = (text) => text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/<!--[^]*?-->/g, '');
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
