import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FEWER_THAN = 80;
const IMPORT = /(?:from|import\(|import) ?'((?:\.\.?\/)+[^']+)'/g;

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .map((path) => join(folder, path));

const importsOf = (path: string): string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)].map(([, target = '']) =>
    relative('.', join(dirname(path), target)),
  );

/** A group names the specs that it runs, wherever they stand: it uses nothing of their folder. */
const isListed = (path: string, target: string): boolean => path.endsWith('.group.ts') && target.endsWith('.spec.js');

describe('Files outside of src', () => {
  it(`import fewer than ${FEWER_THAN} of its files, but for doors`, () => {
    const users = new Map<string, string[]>();
    for (const path of ['test', 'clients', 'web', 'packages'].flatMap(filesIn)) {
      const deep = importsOf(path).filter((target) => /^src\/(?!.*\/index\.js$)/.test(target));
      for (const target of deep.filter((one) => !isListed(path, one)))
        users.set(target, [...(users.get(target) ?? []), path]);
    }
    const rarest = [...users].sort(([, some], [, others]) => some.length - others.length);
    const told = rarest.map(([target, [first, ...others]]) => `${target} <- ${first ?? ''} +${others.length}`);
    expect(users.size).toBeGreaterThan(0);
    expect(users.size < FEWER_THAN ? '' : [`${users.size} deep paths`, ...told].join('\n')).toBe('');
  });
});

describe('Specs in src', () => {
  it('that start an application or need a database are named so, since the others run without', () => {
    const needy = filesIn('src')
      .filter((path) => path.endsWith('.spec.ts') && !/\.(?:integration|slow)\.spec\.ts$/.test(path))
      .filter((path) =>
        importsOf(path).some((target) => /^test\/support\/(?:application|database|program)\.js$/.test(target)),
      );
    expect(needy).toEqual([]);
  });
});
