import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { together } from '../unit/specs.mjs';
import { namedPaths } from './named-paths.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const IMPORTED = /^import '(\..+)\.spec\.js';$/gm;

/** Each `*.group.ts` with the specs that it loads: one process loads and starts once for all of them what they share. */
const groups = () =>
  readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.group.ts'))
    .map((path) => join(ROOT, 'test', path))
    .map((path) => ({ path, specs: path.includes('/test/unit/') ? together : specsIn(path) }));

const specsIn = (path) =>
  [...readFileSync(path, 'utf8').matchAll(IMPORTED)].map(([, spec]) => resolve(dirname(path), `${spec}.spec.ts`));

/**
 * The specs that run by themselves are left out where their group runs: always, or where the patterns of the command line fit
 * its path. So `npm test -- test/e2e/users` runs a group, and `npm test -- test/e2e/users/search` one spec of it.
 */
export function specsOfGroups() {
  const patterns = namedPaths.map((pattern) => new RegExp(pattern));
  const runs = ({ path }) => patterns.length === 0 || patterns.some((pattern) => pattern.test(path));
  return groups()
    .filter(runs)
    .flatMap(({ specs }) => specs.map((spec) => `^${spec.replace(/[.+]/g, '\\$&')}$`));
}
