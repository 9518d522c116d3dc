import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fromRoot } from '../root.mjs';

const LANGUAGES = { '.html': 'html', '.js': 'js', '.mjs': 'js' };
const PLACE = /(<!-- example:(\S+) -->\n)[^]*?(<!-- \/example -->)/g;

/** Each example between its markers in the guide that explains it; the text around it is written by hand. */
export const exampleListings = {
  path: 'docs/integrators/sign-in.md',
  text: (guide) => guide.replace(PLACE, (_all, begin, name, end) => `${begin}\n${listing(name)}\n${end}`),
};

const listing = (name) =>
  `\`\`\`${LANGUAGES[extname(name)]}\n${readFileSync(fromRoot(`examples/${name}`), 'utf8')}\`\`\`\n`;
