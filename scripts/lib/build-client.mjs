import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { declareTypes } from './declare-types.mjs';
import { fromRoot } from './root.mjs';

const HERE = fromRoot('clients/typescript');
const OUT = join(HERE, 'dist');

/** Entries of the package, by the name of their file. */
const ENTRIES = ['index', 'react-native', 'cordova'];

/** The client library as others install it: for `import` and for `require`, each with its types. */
export async function buildClient() {
  for (const name of readdirSync(OUT)) rmSync(join(OUT, name), { recursive: true });
  await Promise.all([bundle('esm'), bundle('cjs'), declareTypes(HERE, { outDir: join(OUT, 'esm') })]);
  cpSync(join(OUT, 'esm'), join(OUT, 'cjs'), { recursive: true, filter: (path) => !/\.js(\.map)?$/.test(path) });
  // The nearest package.json says what a `.js` and a `.d.ts` are.
  writeFileSync(join(OUT, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

async function bundle(format) {
  const { rolldown } = await import('rolldown');
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
  const build = await rolldown({ input, platform: 'neutral', external: ['react-native'], tsconfig: false });
  await build.write({
    dir: join(OUT, format),
    format,
    exports: 'named',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    // Comments are in the types and in the maps.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
}
