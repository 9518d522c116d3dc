import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../root.mjs';
import { manifestOf } from '../workspace-packages.mjs';

const read = (path) => readFileSync(fromRoot(path), 'utf8');
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies'];

const lockOf = () => JSON.parse(read('package-lock.json'));

/** Folders of the workspaces, from package-lock.json. */
export const workspaces = () =>
  Object.values(lockOf().packages).flatMap(({ link, resolved }) => (link ? [resolved] : []));

/** Workspaces that are published to npm. */
export const publicPackages = () => workspaces().filter((folder) => !manifestOf(folder).private);

/** Sets the version of the program, of all workspaces, and wherever else it is repeated. Returns the changed files. */
export function setVersion(version) {
  const lock = lockOf();
  const changed = ['package-lock.json'];
  for (const folder of ['', ...workspaces()]) {
    const path = folder === '' ? 'package.json' : `${folder}/package.json`;
    const manifest = manifestOf(folder || '.');
    for (const one of [manifest, lock.packages[folder]]) give(one, version);
    writeJson(path, manifest);
    changed.push(path);
    changed.push(...repeatedIn(folder, version), ...historyOf(folder, version));
  }
  lock.version = version;
  writeJson('package-lock.json', lock);
  return changed;
}

function give(manifest, version) {
  manifest.version = version;
  for (const dependencies of DEPENDENCIES.map((kind) => manifest[kind] ?? {})) {
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@countersign/')) dependencies[name] = version;
    }
  }
}

/** Updates the version constant in a package's code, and the manifest of a Cordova plugin. */
function repeatedIn(folder, version) {
  const places = [
    [`${folder}/src/version.ts`, /(VERSION = ')[^']+/],
    [`${folder}/plugin.xml`, /(<plugin [^>]*version=")[^"]+/],
  ].filter(([path]) => folder !== '' && existsSync(fromRoot(path)));
  for (const [path, pattern] of places) writeFileSync(fromRoot(path), read(path).replace(pattern, `$1${version}`));
  return places.map(([path]) => path);
}

/** Adds the version to a package's own CHANGELOG.md, even if the package has not changed. */
function historyOf(folder, version) {
  const path = `${folder}/CHANGELOG.md`;
  if (folder === '' || !existsSync(fromRoot(path))) return [];
  const [head] = read(path).split(/^## /m);
  const notes = read(path)
    .slice(head.length)
    .replace(/^## Unreleased$/m, `## ${version}`);
  const heading = `## ${version}\n`;
  const unchanged = `${heading}\nNo change. Each package has the version of the program.\n\n`;
  writeFileSync(fromRoot(path), head + (notes.startsWith(heading) ? notes : unchanged + notes));
  return [path];
}

const writeJson = (path, content) => writeFileSync(fromRoot(path), `${JSON.stringify(content, null, 2)}\n`);
