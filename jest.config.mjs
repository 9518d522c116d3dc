import { existsSync } from 'node:fs';

/** Where there is source code; packages for others come below `clients`. */
const roots = ['src', 'test', 'web', 'clients'].filter((folder) => existsSync(new URL(folder, import.meta.url)));

/** Real ES modules: swc only strips types and emits decorator metadata; `npm run check` checks the types. */
export default {
  testEnvironment: 'node',
  roots: roots.map((folder) => `<rootDir>/${folder}`),
  testRegex: '\\.spec\\.tsx?$',
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/', '<rootDir>/test/unit/'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  setupFiles: ['<rootDir>/test/support/jest-setup.mjs'],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  maxWorkers: 4, // on two processors: half of the time is spent in waiting for programs and deadlines
  workerGracefulExitTimeout: 30_000, // so long, or longer, for a process that has loaded a hundred specs on a busy machine
  testTimeout: 180_000, // ends what hangs, and nothing else: a busy machine takes ten times as long
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'es6' },
        sourceMaps: 'inline',
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
        swcrc: false,
        module: { type: 'es6' },
        sourceMaps: 'inline',
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
      },
    ],
  },
};
