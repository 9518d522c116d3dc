import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fromRoot } from './root.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(fromRoot(`${folder}/package.json`), 'utf8'));

/** Packages of our own that have no build: each user compiles their source. */
const internal = () => readdirSync(fromRoot('packages')).map((name) => `packages/${name}`);

/** Source files by the names under which others import them, such as `@countersign/evidence/node`. */
export const packageEntries = () =>
  Object.fromEntries(
    internal().flatMap((folder) => {
      const { name, exports } = manifestOf(folder);
      return Object.entries(exports).map(([entry, file]) => [join(name, entry), fromRoot(join(folder, file))]);
    }),
  );

/** For Rolldown, where `$` means this name and nothing below it. */
export const bundlerAliases = () =>
  Object.fromEntries(Object.entries(packageEntries()).map(([name, file]) => [`${name}$`, file]));

/**
 * Compiled packages, so that `dist` finds them by their names and needs no workspaces beside it. The client is one of
 * them, since the demo is a customer that runs inside the service.
 */
export function linkPackages() {
  for (const folder of internal()) link(folder, manifestOf(folder).exports);
  link('clients/node', { '.': './src/index.ts' });
}

function link(folder, entries) {
  const { name, version } = manifestOf(folder);
  const exports = Object.fromEntries(
    Object.entries(entries).map(([entry, file]) => [entry, file.replace(/\.ts$/, '.js')]),
  );
  const [compiled, place] = [fromRoot(`dist/${folder}`), fromRoot(`dist/node_modules/${name}`)];
  writeFileSync(join(compiled, 'package.json'), JSON.stringify({ name, version, type: 'module', exports }));
  mkdirSync(dirname(place), { recursive: true });
  rmSync(place, { recursive: true, force: true });
  symlinkSync(relative(dirname(place), compiled), place, 'junction');
}
