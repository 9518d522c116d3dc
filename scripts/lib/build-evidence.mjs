import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { CANONICALIZE } from './build-node-client.mjs';
import { declareTypes } from './declare-types.mjs';
import { fromRoot } from './root.mjs';

const HERE = fromRoot('packages/evidence');
const OUT = join(HERE, 'dist');

/** The rules of evidence as others install them: for `import` and for `require`, each with its types. */
export async function buildEvidence() {
  for (const name of readdirSync(OUT)) rmSync(join(OUT, name), { recursive: true });
  const declared = declareTypes(HERE, { outDir: join(OUT, 'esm'), rootDir: join(HERE, 'src'), types: ['node'] });
  await Promise.all([bundle('esm', ['index', 'node', 'command']), bundle('cjs', ['index', 'node']), declared]);
  cpSync(join(OUT, 'esm'), join(OUT, 'cjs'), {
    recursive: true,
    filter: (path) => !/\.js(\.map)?$|command/.test(path),
  });
  // The nearest package.json says what a `.js` and a `.d.ts` are.
  writeFileSync(join(OUT, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

async function bundle(format, entries) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(HERE, `src/${name}.ts`)])),
    platform: 'neutral',
    external: builtinModules.map((name) => `node:${name}`),
    tsconfig: false,
    onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  });
  await build.write({
    dir: join(OUT, format),
    format,
    exports: 'named',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    banner: CANONICALIZE,
  });
  await build.close();
}
