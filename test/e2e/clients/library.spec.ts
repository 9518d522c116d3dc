import { librarySignInCases } from './library-sign-in.cases.js';
import { disconnectAll } from '../../support/app-of-a-user.js';
import { compatibleCases } from './compatible.cases.js';
import { guideCases } from './guide.cases.js';
import { libraryLiveCases } from './library-live.cases.js';
import { libraryOperationsCases } from './library-operations.cases.js';
import { nodeClientCases } from './node-client.cases.js';
import { openShared, shared } from './shared.js';

beforeAll(openShared);
afterEach(disconnectAll);
afterAll(() => shared.running.close());

describe('Signing in', librarySignInCases);
describe('Operations', libraryOperationsCases);
describe('Live', libraryLiveCases);
describe('The client for enterprise servers', nodeClientCases);
describe('The compatible face', compatibleCases);
describe('The guide', guideCases);
