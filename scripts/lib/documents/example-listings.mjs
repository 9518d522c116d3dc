import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fromRoot } from '../root.mjs';

const GUIDES = ['docs/integrators', 'docs/integrators/sign-in'];
const LANGUAGES = { '.html': 'html', '.js': 'js', '.mjs': 'js' };
const PLACE = /(<!-- example:(\S+) -->\n)[^]*?(<!-- \/example -->)/g;

/** Each example between its markers on the page that explains it; the text around it is written by hand. */
export const exampleListings = GUIDES.flatMap(pagesIn).map((path) => ({
  path,
  text: (page) => page.replace(PLACE, (_all, begin, example, end) => `${begin}\n${listing(example)}\n${end}`),
}));

const listing = (name) =>
  `\`\`\`${LANGUAGES[extname(name)]}\n${readFileSync(fromRoot(`examples/${name}`), 'utf8')}\`\`\`\n`;

function pagesIn(folder) {
  const pages = readdirSync(fromRoot(folder)).filter((name) => name.endsWith('.md'));
  return pages.map((name) => `${folder}/${name}`);
}
