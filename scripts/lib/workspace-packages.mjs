import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fromRoot } from './root.mjs';

export const manifestOf = (folder) => JSON.parse(readFileSync(fromRoot(`${folder}/package.json`), 'utf8'));

/** Internal packages: each package that uses them compiles their source. */
const internal = () => readdirSync(fromRoot('packages')).map((name) => `packages/${name}`);

/**
 * A package's source file for each entry of its `exports`. For a published package, the source is derived from the
 * build output named there.
 */
const sourcesOf = ({ exports }) =>
  Object.entries(exports)
    .filter(([entry]) => entry !== './package.json')
    .map(([entry, target]) => [
      entry,
      target.import?.default.replace(/^\.\/dist\/esm\/(.*)\.js$/, './src/$1.ts') ?? target,
    ]);

/** Source files by the names under which others import them, such as `@countersign/evidence/node`. */
export const packageEntries = () =>
  Object.fromEntries(
    internal().flatMap((folder) => {
      const manifest = manifestOf(folder);
      return sourcesOf(manifest).map(([entry, file]) => [join(manifest.name, entry), fromRoot(join(folder, file))]);
    }),
  );

/** Aliases for Rolldown; a `$` at the end makes an alias match only the exact name. */
export const bundlerAliases = () =>
  Object.fromEntries(Object.entries(packageEntries()).map(([name, file]) => [`${name}$`, file]));

/**
 * Writes stubs into `dist/node_modules`, so that `dist` resolves internal packages by name without the workspaces. A
 * stub is a module that re-exports a compiled one. It is no symbolic link, because Node's options decide how links are
 * resolved. The Node client is included, because the demo runs an enterprise's server inside the service.
 */
export function linkPackages() {
  for (const folder of internal()) link(folder, sourcesOf(manifestOf(folder)));
  link('clients/node', [['.', './src/index.ts']]);
}

function link(folder, entries) {
  const { name, version } = manifestOf(folder);
  const place = fromRoot(`dist/node_modules/${name}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const exports = {};
  for (const [entry, file] of entries) {
    const compiled = fromRoot(join('dist', folder, file.replace(/\.ts$/, '.js')));
    exports[entry] = `./${basename(compiled)}`;
    writeFileSync(join(place, basename(compiled)), `export * from '${relative(place, compiled)}';\n`);
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version, type: 'module', exports }));
  // The compiled files are ES modules.
  writeFileSync(fromRoot(`dist/${folder}/package.json`), JSON.stringify({ type: 'module' }));
}
