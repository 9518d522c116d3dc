import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../root.mjs';

/** The guide as it is written: the menu, and the text of each page by its path below `docs`. */
export function guideSource() {
  const menu = JSON.parse(readFileSync(fromRoot('docs/menu.json'), 'utf8'));
  const paths = readdirSync(fromRoot('docs'), { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort();
  const texts = paths.map((path) => [path, readFileSync(fromRoot(`docs/${path}`), 'utf8')]);
  return { menu, pages: new Map(texts) };
}

/** The title of a page is its first heading. */
export const titleOfPage = (text, path) => (/^# (.+)$/m.exec(text)?.[1] ?? path).replaceAll('`', '');
