import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { declareTypes } from './declare-types.mjs';
import { bundle, CANONICALIZE, emptyFolder, markCommonJs, NODE_MODULES } from './package-bundle.mjs';
import { fromRoot } from './root.mjs';

const HERE = fromRoot('packages/evidence');
const OUT = join(HERE, 'dist');

/** Builds the evidence package as it is published: for `import` and for `require`, each with its types. */
export async function buildEvidence() {
  emptyFolder(OUT);
  const declared = declareTypes(HERE, { outDir: join(OUT, 'esm'), rootDir: join(HERE, 'src'), types: ['node'] });
  await Promise.all([bundled('esm', ['index', 'node', 'command']), bundled('cjs', ['index', 'node']), declared]);
  cpSync(join(OUT, 'esm'), join(OUT, 'cjs'), {
    recursive: true,
    filter: (path) => !/\.js(\.map)?$|command/.test(path),
  });
  markCommonJs(OUT);
}

const bundled = (format, entries) =>
  bundle(OUT, format, {
    input: Object.fromEntries(entries.map((name) => [name, join(HERE, `src/${name}.ts`)])),
    platform: 'neutral',
    external: NODE_MODULES,
    output: { banner: CANONICALIZE },
  });
