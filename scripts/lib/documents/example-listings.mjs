import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fromRoot } from '../root.mjs';
import { guidePages } from './guide-pages.mjs';

const LANGUAGES = {
  ...{ '.html': 'html', '.js': 'js', '.mjs': 'js', '.ts': 'ts', '.sh': 'sh' },
  ...{ '.py': 'python', '.java': 'java', '.go': 'go', '.cs': 'csharp', '.php': 'php' },
};
const PLACE = /^(<!-- example:(\S+?)(?:#(\S+))?(?: (title=.+?))? -->\n)[^]*?(<!-- \/example -->)/gm;

/**
 * Inserts each example between its markers on the pages of the guide. A marker may name a region of the file, and a
 * title for a tab: `<!-- example:portal.mjs#ask title=Node -->`.
 */
export const exampleListings = guidePages
  .filter((path) => readFileSync(fromRoot(path), 'utf8').match(PLACE) !== null)
  .map((path) => ({ path, text: (page) => withListings(page) }));

export const withListings = (page) =>
  page.replace(PLACE, (_all, begin, name, region, title, end) => `${begin}\n${listing(name, region, title)}\n${end}`);

function listing(name, region, title) {
  const info = [LANGUAGES[extname(name)], title].filter((part) => part !== undefined).join(' ');
  const text = readFileSync(fromRoot(`examples/${name}`), 'utf8');
  return `\`\`\`${info}\n${region === undefined ? text : regionOf(text, region, name)}\`\`\`\n`;
}

/** The lines between `#region` and `#endregion`, without their common indentation. */
export function regionOf(text, region, name) {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => new RegExp(`#region ${region}\\s*$`).test(line));
  const to = lines.findIndex((line, at) => at > from && line.includes('#endregion'));
  if (from < 0 || to < 0) throw new Error(`examples/${name} has no region ${region}`);
  const inside = lines.slice(from + 1, to);
  const indents = inside.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return `${inside.map((line) => line.slice(Math.min(...indents))).join('\n')}\n`;
}
