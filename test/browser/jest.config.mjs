import base from '../../jest.config.mjs';

/** Tests in a real Chromium: `npm run test:browser`. */
export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 60_000,
};
