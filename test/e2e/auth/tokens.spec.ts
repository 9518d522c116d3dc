import { bearerCases } from './bearer.cases.js';
import { clientCredentialsCases } from './client-credentials.cases.js';
import { codeFlowCases } from './code-flow.cases.js';
import { codesCases } from './codes.cases.js';
import { introspectionCases } from './introspection.cases.js';
import { refreshCases } from './refresh.cases.js';
import { tokensCases } from './tokens.cases.js';

describe('Tokens', tokensCases);
describe('Refresh', refreshCases);
describe('Introspection', introspectionCases);
describe('Codes', codesCases);
describe('Code flow', codeFlowCases);
describe('Client credentials', clientCredentialsCases);
describe('Bearer', bearerCases);
