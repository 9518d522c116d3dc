import base from '../../jest.config.mjs';

/** Tests in a real Chromium: `npm run test:browser`. */
export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/test/browser'],
  // Pictures are taken when there is a folder for them.
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.SCREENSHOTS ? [] : ['gallery\\.spec\\.ts$'])],
  maxWorkers: 3, // on two processors, each with a Chromium: a page is waited for as long as it is worked on
  testTimeout: 300_000,
};
