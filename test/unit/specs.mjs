import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = ['src', 'packages'].map((folder) => fileURLToPath(new URL(`../../${folder}/`, import.meta.url)));
/**
 * Hooks and mocked modules of a file are there for all files that are loaded with it. A collection of garbage searches
 * what all of them have loaded.
 */
const FOR_ALL = /^(?:before|after)(?:All|Each)\(|unstable_mockModule\(|--expose-gc/m;

/** Without those that need a database or programs of their own. */
const specs = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts') && !/\.(?:integration|slow)\.spec\.ts$/.test(path))
    .sort()
    .map((path) => `${folder}${path}`),
);

const standsAlone = (path) => FOR_ALL.test(readFileSync(path, 'utf8'));

export const alone = specs.filter(standsAlone);
export const together = specs.filter((path) => !alone.includes(path));
