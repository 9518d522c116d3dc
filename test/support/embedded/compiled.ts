import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const sources = fileURLToPath(new URL('../../../src/development/postgres/', import.meta.url));

/** Compiles the sources to JavaScript: a test kills separate processes, which cannot import TypeScript. */
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
