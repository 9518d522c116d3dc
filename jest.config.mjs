import { existsSync } from 'node:fs';
import { packageEntries } from './scripts/lib/workspace-packages.mjs';
import { specsOfGroups } from './test/support/groups.mjs';
import { specsOfLane } from './test/support/lanes.mjs';

/** Where there is source code. Packages for others are below `clients`, those for ourselves below `packages`. */
const roots = ['src', 'test', 'web', 'clients', 'packages'].filter((folder) =>
  existsSync(new URL(folder, import.meta.url)),
);

/** The source of our own packages, and of the client that the demo uses. */
const ownPackages = Object.fromEntries(
  Object.entries({ ...packageEntries(), '@countersign/node': '<rootDir>/clients/node/src/index.ts' }).map(
    ([name, file]) => [`^${name}$`, file],
  ),
);

/** Real ES modules, whose source maps name their sources and do not contain them. */
const modules = { swcrc: false, module: { type: 'es6' }, sourceMaps: 'inline', inlineSourcesContent: false };

/** swc only strips types and emits decorator metadata; `npm run check` checks the types. */
export default {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  roots: roots.map((folder) => `<rootDir>/${folder}`),
  testRegex: specsOfLane(),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/', ...specsOfGroups()],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  setupFiles: ['<rootDir>/test/support/jest-setup.mjs'],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', ...ownPackages },
  maxWorkers: 4, // on two processors: half of the time is spent in waiting for programs and deadlines
  workerGracefulExitTimeout: 30_000, // so long, or longer, for a process that has loaded a hundred specs on a busy machine
  testTimeout: 180_000, // ends what hangs, and nothing else: a busy machine takes ten times as long
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        ...modules,
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
        },
      },
    ],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        ...modules,
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
      },
    ],
  },
};
