import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { declareTypes } from './declare-types.mjs';
import { bundle, CANONICALIZE, emptyFolder, markCommonJs, NODE_MODULES } from './package-bundle.mjs';
import { fromRoot } from './root.mjs';
import { bundlerAliases } from './workspace-packages.mjs';

const HERE = fromRoot('clients/node');
const OUT = join(HERE, 'dist');

/**
 * Builds the client for enterprise servers as it is published: for `import` and for `require`, each with its types.
 * `packages/evidence` is bundled into it.
 */
export async function buildNodeClient() {
  emptyFolder(OUT);
  const types = join(OUT, 'types');
  const declared = declareTypes(HERE, { outDir: types, rootDir: fromRoot('.'), types: ['node'] });
  await Promise.all([bundled('esm'), bundled('cjs'), declared]);
  // Types of the evidence package are left out: no declaration of this package refers to them.
  for (const format of ['esm', 'cjs']) cpSync(join(types, 'clients/node/src'), join(OUT, format), { recursive: true });
  rmSync(types, { recursive: true });
  markCommonJs(OUT);
}

const bundled = (format) =>
  bundle(OUT, format, {
    input: join(HERE, 'src/index.ts'),
    platform: 'node',
    external: NODE_MODULES,
    resolve: { alias: bundlerAliases() },
    output: { banner: CANONICALIZE },
  });
