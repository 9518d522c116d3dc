import base from '../../jest.config.mjs';
import { alone } from './specs.mjs';

/** The specs beside the source files: no database, no application, no build. `npm run test:unit`. */
export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/src', '<rootDir>/packages', '<rootDir>/test/unit'],
  testRegex: [],
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['<rootDir>/test/unit/unit.group.ts', ...alone],
  globalSetup: undefined,
  globalTeardown: undefined,
};
