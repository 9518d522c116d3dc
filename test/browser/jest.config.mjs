import base from '../../jest.config.mjs';
import { specsOfGroups } from '../support/groups.mjs';

/** Tests in a real Chromium: `npm run test:browser`. */
export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/test/browser'],
  // Pictures are taken when there is a folder for them.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.SCREENSHOTS ? [] : ['gallery\\.spec\\.ts$']),
    ...specsOfGroups(),
  ],
  maxWorkers: 3, // each with a browser and an engine that reads pictures: two leave a tenth of two processors idle
  testTimeout: 300_000,
};
