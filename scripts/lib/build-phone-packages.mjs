import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareTypes } from './declare-types.mjs';
import { fromRoot } from './root.mjs';

const REACT_NATIVE = fromRoot('clients/react-native');
const CORDOVA = fromRoot('clients/cordova');

/** The React Native and Cordova packages. They use the client library's types, so they are built after it. */
export async function buildPhonePackages() {
  await Promise.all([buildReactNative(), buildCordova()]);
}

async function buildReactNative() {
  const out = join(REACT_NATIVE, 'dist');
  for (const name of readdirSync(out)) rmSync(join(out, name), { recursive: true });
  const written = ['esm', 'cjs'].map((format) =>
    bundle(
      { index: join(REACT_NATIVE, 'src/index.ts'), nfc: join(REACT_NATIVE, 'src/nfc.ts') },
      { dir: join(out, format), format },
    ),
  );
  await Promise.all([...written, declareTypes(REACT_NATIVE, { outDir: join(out, 'esm') })]);
  cpSync(join(out, 'esm'), join(out, 'cjs'), { recursive: true, filter: (path) => !/\.js(\.map)?$/.test(path) });
  // The nearest package.json decides whether a `.js` and a `.d.ts` are CommonJS.
  writeFileSync(join(out, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

/**
 * Builds the Cordova plugin as one file, which includes the client library. `cordova prepare` wraps the file into a
 * function with a `module`.
 */
async function buildCordova() {
  const file = join(CORDOVA, 'dist/countersign.js');
  const client = { '@countersign/client/cordova': fromRoot('clients/typescript/src/cordova.ts') };
  await bundle(join(CORDOVA, 'src/plugin.ts'), { file, format: 'cjs', exports: 'default' }, client);
}

async function bundle(input, output, alias = {}) {
  const { rolldown } = await import('rolldown');
  const isExternal = (name) => /^(?:@|react-native)/.test(name) && !(name in alias);
  const build = await rolldown({
    input,
    platform: 'neutral',
    external: isExternal,
    resolve: { alias },
    tsconfig: false,
  });
  const named = output.file ? {} : { entryFileNames: '[name].js' };
  await build.write({ exports: 'named', sourcemap: output.file === undefined, ...named, ...output });
  await build.close();
}
