import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOurOwn, modelContent, modelFiles } from './model-source.mjs';
import { fromRoot } from './root.mjs';
import { bundlerAliases } from './workspace-packages.mjs';

const SOURCE = 'packages/identity-engine/src';
const THREADS = ['face.worker', 'document.worker', 'page.worker'];
/** The compiler leaves these files to the bundler. */
export const isThread = (file) => THREADS.some((thread) => file === `${SOURCE}/${thread}.ts`);
/** What an installation for production has. */
const EXTERNAL = ['sharp', /^zxing-wasm/];
/** For packages that have no file with theirs. */
const LICENCES = 'scripts/lib/licences';
/** Licences and notices of what is bundled, by the start of the file's name. */
const LEGAL = /^(?:licen[cs]e|notice)/i;

/** The bundle is a module; what Emscripten made of C++ expects the names of CommonJS. */
const BANNER = `/*! Contains TensorFlow.js, Copyright Google LLC, under the Apache License 2.0: http://www.apache.org/licenses/LICENSE-2.0 */
/*! Contains ONNX Runtime Web, Copyright (c) Microsoft Corporation, under the MIT License: models/LICENSE-onnxruntime-web */
import { dirname as folderOf } from 'node:path';
import { fileURLToPath as pathOf } from 'node:url';
const __filename = pathOf(import.meta.url);
const __dirname = folderOf(__filename);`;

/**
 * Each of the engine's threads in one file, with its nets beside it: all that they take from packages that no installation
 * for production has.
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
