/**
 * How well faces are told apart and challenges judged, and how long it takes: on the sample photographs of an installed
 * package, made into other captures, printed pages, turning heads and pictures that are held before the camera.
 * npm run bench -- idv-faces [how many heads take a challenge]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { fromRoot } from '../scripts/lib/root.mjs';

// What draws the pictures is TypeScript that the tests use too. It is made a module for this run.
const folder = mkdtempSync(fromRoot('node_modules/.bench-'));
try {
  const file = join(folder, 'idv-faces.mjs');
  await build({
    input: fromRoot('bench/support/idv-faces.ts'),
    platform: 'node',
    external: ['sharp'],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    logLevel: 'warn',
    output: { file, format: 'esm' },
  });
  process.chdir(fromRoot());
  const { measure } = await import(pathToFileURL(file).href);
  const { default: read } = await import('../dist/src/idv/engine/face/face.worker.js');
  await measure(read, Number(process.argv[2] ?? 6));
} finally {
  rmSync(folder, { recursive: true });
}
