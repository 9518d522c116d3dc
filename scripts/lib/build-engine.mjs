import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOurOwn, modelContent, modelFiles } from './model-source.mjs';
import { fromRoot } from './root.mjs';
import { bundlerAliases } from './workspace-packages.mjs';

const SOURCE = 'packages/identity-engine/src';
const THREADS = ['face.worker', 'document.worker', 'page.worker'];
/** Files that the compiler skips, because the bundler builds them. */
export const isThread = (file) => THREADS.some((thread) => file === `${SOURCE}/${thread}.ts`);
/** Packages that a production installation has, and which are therefore not bundled. */
const EXTERNAL = ['sharp', /^zxing-wasm/];
/** Licence files of bundled packages that ship none. */
const LICENCES = 'scripts/lib/licences';
/** Files in bundled packages whose names begin like this contain licences and notices. */
const LEGAL = /^(?:licen[cs]e|notice)/i;

/** The bundle is an ES module, but code compiled by Emscripten expects `__filename` and `__dirname` of CommonJS. */
const BANNER = `/*! Contains TensorFlow.js, Copyright Google LLC, under the Apache License 2.0: http://www.apache.org/licenses/LICENSE-2.0 */
/*! Contains ONNX Runtime Web, Copyright (c) Microsoft Corporation, under the MIT License: models/LICENSE-onnxruntime-web */
import { dirname as folderOf } from 'node:path';
import { fileURLToPath as pathOf } from 'node:url';
const __filename = pathOf(import.meta.url);
const __dirname = folderOf(__filename);`;

/**
 * Bundles each worker thread of the engine into one file, with its neural nets beside it, because a production
 * installation lacks the packages that they come from.
 */
export async function buildEngine() {
  const target = fromRoot(`dist/${SOURCE}`);
  copyModels(join(target, 'models'));
  const { build } = await import('rolldown');
  for (const thread of THREADS) {
    await build({
      input: fromRoot(`${SOURCE}/${thread}.ts`),
      platform: 'node',
      external: EXTERNAL,
      resolve: { mainFields: ['module', 'main'], alias: bundlerAliases() },
      checks: { bundlerTimings: false },
      logLevel: 'warn',
      output: { file: join(target, `${thread}.js`), format: 'esm', minify: true, banner: BANNER, codeSplitting: false },
    });
  }
}

function copyModels(folder) {
  mkdirSync(folder, { recursive: true });
  cpSync(fromRoot(`${SOURCE}/models`), folder, { recursive: true });
  for (const [name] of modelFiles()) writeFileSync(join(folder, name), modelContent(name));
  const packed = modelFiles().flatMap(([, { from }]) => (isOurOwn(from) ? [] : [from]));
  const packages = new Set(packed.map((from) => from.split('/').slice(0, 2).join('/')));
  for (const name of packages) copyLegal(name, folder);
  cpSync(fromRoot(LICENCES), folder, { recursive: true });
}

function copyLegal(name, folder) {
  const path = fromRoot(`node_modules/${name}`);
  for (const file of existsSync(path) ? readdirSync(path).filter((entry) => LEGAL.test(entry)) : []) {
    cpSync(join(path, file), join(folder, `${file}-${name.replace(/^@/, '').replace('/', '-')}`));
  }
}
