import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { complain } from './complain.mjs';
import { fromRoot } from './root.mjs';

/** Sources of the server. Workspace packages are compiled with it: they have no build of their own. */
const FOLDERS = ['src', 'clients/node/src', ...packageSources()];
const FILES = ['ormconfig.ts'];
/** A change in one of these files recompiles everything. */
const SETTINGS = ['scripts/lib/compile.mjs', 'package-lock.json'];

const OPTIONS = {
  swcrc: false,
  module: { type: 'es6' },
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
};

/**
 * Compiles changed files into `dist`, and deletes output without a source. It does not check types; `npm run check`
 * does. `isBundled` names the sources whose output the bundler writes.
 */
export async function compile(isBundled) {
  const settled = Math.max(...SETTINGS.map((file) => timeOf(fromRoot(file))));
  const sources = FOLDERS.flatMap(filesOf).filter(isSource).concat(FILES);
  const written = sources.filter((file) => !isBundled(file));
  const stale = written.filter((file) => timeOf(outputOf(file)) <= Math.max(settled, timeOf(fromRoot(file))));
  const { transform } = stale.length > 0 ? await import('@swc/core') : {};
  await Promise.all(stale.map((file) => (file.endsWith('.json') ? copy(file) : compileFile(file, transform))));
  removeOrphans(new Set(sources.map(outputOf)));
}

function packageSources() {
  return readdirSync(fromRoot('packages')).map((name) => `packages/${name}/src`);
}

/** Whether the program imports a file: TypeScript, or JSON, which is copied. */
const isSource = (file) => /\.(?:ts|json)$/.test(file) && !/\.(?:spec|d)\.ts$/.test(file);

const filesOf = (folder) =>
  readdirSync(fromRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fromRoot(), join(entry.parentPath ?? entry.path, entry.name)));

const outputOf = (file) => fromRoot(join('dist', file.replace(/\.ts$/, '.js')));
const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function copy(file) {
  write(outputOf(file), readFileSync(fromRoot(file)));
}

async function compileFile(file, transform) {
  const output = outputOf(file);
  const sourceFileName = relative(dirname(output), fromRoot(file));
  const source = readFileSync(fromRoot(file), 'utf8');
  const { code, map } = await transform(source, { ...OPTIONS, filename: fromRoot(file), sourceFileName }).catch(
    (error) => complain(`${error.message}\n${file} could not be compiled.`),
  );
  write(`${output}.map`, map);
  write(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
}

function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Deletes output of removed or renamed sources, which an old import would otherwise still load. */
function removeOrphans(outputs) {
  for (const folder of FOLDERS) {
    for (const file of filesOf(join('dist', folder)).filter((name) => name.endsWith('.js'))) {
      if (outputs.has(fromRoot(file))) continue;
      rmSync(fromRoot(file));
      rmSync(fromRoot(`${file}.map`), { force: true });
    }
  }
}
