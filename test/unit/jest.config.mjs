import base from '../../jest.config.mjs';

/** The specs beside the source files: no database, no application, no build. `npm run test:unit`. */
export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/src'],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 5_000,
};
