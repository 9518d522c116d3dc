import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../root.mjs';

/**
 * The sources of the guide: the menu, the settings of the search, and the text of each page by its path below `docs`.
 */
export function guideSource() {
  const [menu, words] = ['menu', 'search'].map((name) =>
    JSON.parse(readFileSync(fromRoot(`docs/${name}.json`), 'utf8')),
  );
  const paths = readdirSync(fromRoot('docs'), { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort();
  const texts = paths.map((path) => [path, readFileSync(fromRoot(`docs/${path}`), 'utf8')]);
  return { menu, words, pages: new Map(texts) };
}

export const titleOfPage = (text, path) => (/^# (.+)$/m.exec(text)?.[1] ?? path).replaceAll('`', '');
