import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = ['src', 'packages'].map((folder) => fileURLToPath(new URL(`../../${folder}/`, import.meta.url)));
const HOOKS_OF_THE_FILE = /^(?:before|after)(?:All|Each)\(/m;

/** Without those that need a database or programs of their own. */
const specs = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts') && !/\.(?:integration|slow)\.spec\.ts$/.test(path))
    .sort()
    .map((path) => `${folder}${path}`),
);

/** Its hooks would run for the tests of other files too. */
const standsAlone = (path) => HOOKS_OF_THE_FILE.test(readFileSync(path, 'utf8'));

export const alone = specs.filter(standsAlone);
export const together = specs.filter((path) => !alone.includes(path));
