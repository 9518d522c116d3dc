import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

/** Licence notice of a library that is bundled into our packages, which therefore have no dependencies. */
export const CANONICALIZE =
  '/*! Contains canonicalize 4.0.0, (c) Samuel Erdtman, Apache-2.0: https://github.com/erdtman/canonicalize */';

export const NODE_MODULES = builtinModules.map((name) => `node:${name}`);

/** Deletes the content of a folder, but not the folder: a workspace may be linked to it. */
export function emptyFolder(folder) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

/** Writes a package in one format, `esm` or `cjs`. An unresolved import fails the build. */
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

/** Marks `.js` and `.d.ts` in `cjs` as CommonJS: the nearest package.json decides. */
export const markCommonJs = (folder) => writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
