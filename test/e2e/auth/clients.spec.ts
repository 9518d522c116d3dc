import { administratorCases } from './administrator.cases.js';
import { authorizationByFormCases } from './authorization-by-form.cases.js';
import { clientsCases } from './clients.cases.js';
import { corsCases } from './cors.cases.js';
import { discoveryCases } from './discovery.cases.js';
import { formsCases } from './forms.cases.js';
import { keysCases } from './keys.cases.js';
import { removedClientsCases } from './removed-clients.cases.js';
import { signingKeysCases } from './signing-keys.cases.js';

describe('Clients', clientsCases);
describe('Removed clients', removedClientsCases);
describe('Administrator', administratorCases);
describe('Discovery', discoveryCases);
describe('Cors', corsCases);
describe('Signing keys', signingKeysCases);
describe('Keys', keysCases);
describe('Forms', formsCases);
describe('Authorization by form', authorizationByFormCases);
