import { credentialsCases } from './credentials.cases.js';
import { spentTriesCases } from './spent-tries.cases.js';

describe('Credentials', credentialsCases);
describe('Spent tries', spentTriesCases);
