import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { declareTypes } from './declare-types.mjs';
import { fromRoot } from './root.mjs';
import { bundlerAliases } from './workspace-packages.mjs';

const HERE = fromRoot('clients/node');
const OUT = join(HERE, 'dist');

/** Inside the package is `packages/evidence`, and what that needs; so it depends on nothing. */
export const CANONICALIZE =
  '/*! Contains canonicalize 4.0.0, (c) Samuel Erdtman, Apache-2.0: https://github.com/erdtman/canonicalize */';

/** The client for enterprise servers as others install it: for `import` and for `require`, each with its types. */
export async function buildNodeClient() {
  for (const name of readdirSync(OUT)) rmSync(join(OUT, name), { recursive: true });
  const types = join(OUT, 'types');
  const declared = declareTypes(HERE, { outDir: types, rootDir: fromRoot('.'), types: ['node'] });
  await Promise.all([bundle('esm'), bundle('cjs'), declared]);
  // The types of the evidence package stay out: no declaration of the package refers to them.
  for (const format of ['esm', 'cjs']) cpSync(join(types, 'clients/node/src'), join(OUT, format), { recursive: true });
  rmSync(types, { recursive: true });
  // The nearest package.json says what a `.js` and a `.d.ts` are.
  writeFileSync(join(OUT, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

async function bundle(format) {
  const { rolldown } = await import('rolldown');
  const external = builtinModules.map((name) => `node:${name}`);
  const build = await rolldown({
    input: join(HERE, 'src/index.ts'),
    platform: 'node',
    external,
    tsconfig: false,
    resolve: { alias: bundlerAliases() },
    onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  });
  await build.write({
    dir: join(OUT, format),
    format,
    entryFileNames: '[name].js',
    sourcemap: true,
    banner: CANONICALIZE,
  });
  await build.close();
}
