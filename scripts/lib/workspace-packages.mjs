import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fromRoot } from './root.mjs';

export const manifestOf = (folder) => JSON.parse(readFileSync(fromRoot(`${folder}/package.json`), 'utf8'));

/** Packages of our own: each user compiles their source. */
const internal = () => readdirSync(fromRoot('packages')).map((name) => `packages/${name}`);

/** Source files by entry. A package that is built for others too names what is built of them. */
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

/** For Rolldown, where `$` means this name and nothing below it. */
export const bundlerAliases = () =>
  Object.fromEntries(Object.entries(packageEntries()).map(([name, file]) => [`${name}$`, file]));

/**
 * Compiled packages, so that `dist` finds them by their names and needs no workspaces beside it. The client is one of
 * them, since the demo is a customer that runs inside the service. Each entry is a module that leads to the compiled
 * one: a symbolic link would depend on how and when the loader follows it.
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
  // What is compiled are modules too.
  writeFileSync(fromRoot(`dist/${folder}/package.json`), JSON.stringify({ type: 'module' }));
}
