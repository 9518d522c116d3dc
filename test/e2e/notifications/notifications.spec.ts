import { createCases } from './create.cases.js';
import { openShared, shared } from './shared.js';

beforeAll(openShared);
afterAll(() => shared.running.close());

describe('Creating notifications', createCases);
