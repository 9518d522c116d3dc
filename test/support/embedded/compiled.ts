import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const sources = fileURLToPath(new URL('../../../src/development/postgres/', import.meta.url));

/** What is killed in a test has to be a process of its own, which cannot import TypeScript: plain copies for it. */
export function compileInto(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const source of readdirSync(sources).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))) {
    const { code } = transformSync(readFileSync(join(sources, source), 'utf8'), {
      filename: source,
      swcrc: false,
      module: { type: 'es6' },
      jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    });
    writeFileSync(join(folder, `${basename(source, '.ts')}.js`), code);
  }
  const script = join(dirname(fileURLToPath(import.meta.url)), 'child.mjs');
  writeFileSync(join(folder, 'child.mjs'), readFileSync(script));
}
