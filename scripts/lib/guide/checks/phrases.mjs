import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../../root.mjs';
import { styleFaults } from '../../style.mjs';

/** Decision records keep their original wording, and the style page quotes the forbidden phrases. */
const isExempt = (path) => path.startsWith('decisions/') || path === 'style.md';

/** Files with English texts of the pages, the console, the app and the mails. */
const WORDS = /(?:^|\/)(?:words|languages)\/(?:\w+-)?en(?:\.words)?(?:\.ts|\/.*\.ts)$|\.words\.ts$/;

export function phraseFaults({ pages }) {
  const guide = [...pages].filter(([path]) => !isExempt(path));
  const others = ['README.md', ...wordFiles()].map((path) => [path, readFileSync(fromRoot(path), 'utf8')]);
  return [...guide, ...others].flatMap(([path, text]) => styleFaults(path, text));
}

function wordFiles() {
  const files = ['src', 'web/src', 'clients/typescript/src'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  );
  return files.filter((path) => WORDS.test(path)).sort();
}
