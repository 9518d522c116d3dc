import { readFileSync } from 'node:fs';
import { machines } from '../../../dist/src/machines.js';
import { fromRoot } from '../root.mjs';
import { guidePages } from './guide-pages.mjs';

const PLACE = /^(<!-- machine:(\S+) -->\n)[^]*?(<!-- \/machine -->)/gm;

const contexts = [...new Set(machines.map(({ context }) => context))];
const readmes = contexts.map((context) => `src/${context}/README.md`);
const pages = guidePages.filter((path) => readFileSync(fromRoot(path), 'utf8').match(PLACE) !== null);

/**
 * Inserts each state diagram between its markers in the README of its context, and on pages of the guide with the same
 * markers.
 */
export const machineDiagrams = [...readmes, ...pages].map((path) => ({
  path,
  text: (page) => withDiagrams(page, path),
}));

function withDiagrams(page, path) {
  const [, context] = /^src\/(.+)\/README\.md$/.exec(path) ?? [];
  const missing = machines.find((one) => one.context === context && !page.includes(`<!-- machine:${one.name} -->`));
  if (missing)
    throw new Error(`${path} has no place for a diagram: <!-- machine:${missing.name} --> … <!-- /machine -->`);
  return page.replace(PLACE, (_all, begin, name, end) => {
    const machine = machines.find((one) => one.name === name);
    if (!machine) throw new Error(`${path}: there is no state machine ${name}`);
    return `${begin}\n\`\`\`mermaid\n${machine.diagram()}\n\`\`\`\n\n${end}`;
  });
}
