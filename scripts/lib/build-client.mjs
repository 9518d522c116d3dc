import { cpSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { declareTypes } from './declare-types.mjs';
import { bundle, emptyFolder, markCommonJs } from './package-bundle.mjs';
import { fromRoot } from './root.mjs';

const HERE = fromRoot('clients/typescript');
const OUT = join(HERE, 'dist');

/** Licence notice: the chip reader is bundled with these libraries. */
const NOBLE =
  '/*! Contains @noble/ciphers, @noble/curves and @noble/hashes 2.4.0, (c) Paul Miller, MIT: https://paulmillr.com/noble */';

/** Entry points of the package, by file name. */
const ENTRIES = ['index', 'react-native', 'cordova', 'passport'];

/** Builds the client library as it is published: for `import` and for `require`, each with its types. */
export async function buildClient() {
  emptyFolder(OUT);
  await Promise.all([bundled('esm'), bundled('cjs'), declareTypes(HERE, { outDir: join(OUT, 'esm') })]);
  cpSync(join(OUT, 'esm'), join(OUT, 'cjs'), { recursive: true, filter: (path) => !/\.js(\.map)?$/.test(path) });
  markCommonJs(OUT);
}

function bundled(format) {
  const source = join(HERE, 'src');
  const languages = readdirSync(join(source, 'languages'))
    .filter((file) => !file.endsWith('.spec.ts'))
    .map((file) => basename(file, '.ts'));
  const files = readdirSync(source).map((file) => basename(file, '.ts'));
  const input = Object.fromEntries([
    ...ENTRIES.filter((name) => files.includes(name)).map((name) => [name, join(source, `${name}.ts`)]),
    ...languages
      .filter((name) => name !== 'texts')
      .map((name) => [`languages/${name}`, join(source, `languages/${name}.ts`)]),
  ]);
  return bundle(OUT, format, {
    input,
    platform: 'neutral',
    external: ['react-native'],
    // Comments are left out of the code, because the types and source maps contain them.
    output: {
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      banner: ({ name }) => (name === 'passport' ? NOBLE : ''),
    },
  });
}
