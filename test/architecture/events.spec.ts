import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contexts, sourceFiles } from './source-files.js';

const DECLARED = /^@Event\('([\w.-]+)'[^\n]*\n(?:@[^\n]*\n)*export class (\w+)/gm;
const HANDLED = /^@EventsHandler\(([^)]*)\)/gm;

const readmeOf = (context: string): string =>
  readFileSync(fileURLToPath(new URL(`../../src/${context}/README.md`, import.meta.url)), 'utf8');
const found = (context: string, pattern: RegExp) =>
  sourceFiles.filter((file) => file.context === context).flatMap(({ text }) => [...text.matchAll(pattern)]);

const nameOf = new Map(
  contexts.flatMap((context) => found(context, DECLARED).map(([, name = '', type = '']) => [type, name])),
);

describe.each(contexts)('The README of %s', (context) => {
  const own = found(context, DECLARED).map(([, name = '']) => name);
  const handled = found(context, HANDLED).flatMap(([, types = '']) =>
    types.split(',').flatMap((type) => nameOf.get(type.trim()) ?? []),
  );

  it('names the events of the context, and those that it handles', () => {
    const missing = [...new Set([...own, ...handled])].filter((name) => !readmeOf(context).includes(`\`${name}\``));
    expect(missing.map((name) => `Add ${name} to "Events" in src/${context}/README.md`)).toEqual([]);
  });
});
