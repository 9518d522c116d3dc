import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

/** What a package of ours has inside names its author: so the package depends on nothing. */
export const CANONICALIZE =
  '/*! Contains canonicalize 4.0.0, (c) Samuel Erdtman, Apache-2.0: https://github.com/erdtman/canonicalize */';

export const NODE_MODULES = builtinModules.map((name) => `node:${name}`);

/** Removes what the build before has left, and not the folder: a workspace may be linked to it. */
export function emptyFolder(folder) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

/** Writes one form of a package, `esm` or `cjs`. An import that is not found fails the build. */
export async function bundle(folder, format, { output, ...input }) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    tsconfig: false,
    onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
    ...input,
  });
  await build.write({
    dir: join(folder, format),
    format,
    exports: 'named',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    ...output,
  });
  await build.close();
}

/** Says what a `.js` and a `.d.ts` in `cjs` are: the nearest package.json decides it. */
export const markCommonJs = (folder) => writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
