import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fromRoot } from '../root.mjs';

const GUIDE = 'docs/integrators/sign-in';
const LANGUAGES = { '.html': 'html', '.js': 'js', '.mjs': 'js' };
const PLACE = /(<!-- example:(\S+) -->\n)[^]*?(<!-- \/example -->)/g;

/** Each example between its markers on the page that explains it; the text around it is written by hand. */
export const exampleListings = readdirSync(fromRoot(GUIDE)).map((name) => ({
  path: `${GUIDE}/${name}`,
  text: (page) => page.replace(PLACE, (_all, begin, example, end) => `${begin}\n${listing(example)}\n${end}`),
}));

const listing = (name) =>
  `\`\`\`${LANGUAGES[extname(name)]}\n${readFileSync(fromRoot(`examples/${name}`), 'utf8')}\`\`\`\n`;
