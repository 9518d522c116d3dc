import { clientAssertionsCases } from './attacks/client-assertions.cases.js';
import { misusedTokensCases } from './attacks/misused-tokens.cases.js';
import { pagesCases } from './attacks/pages.cases.js';
import { passwordSprayingCases } from './attacks/password-spraying.cases.js';
import { redirectsCases } from './attacks/redirects.cases.js';
import { requestsCases } from './attacks/requests.cases.js';
import { sessionsCases } from './attacks/sessions.cases.js';
import { strangersCases } from './attacks/strangers.cases.js';
import { userEnumerationCases } from './attacks/user-enumeration.cases.js';

describe('Client assertions', clientAssertionsCases);
describe('Misused tokens', misusedTokensCases);
describe('Pages', pagesCases);
describe('Password spraying', passwordSprayingCases);
describe('Redirects', redirectsCases);
describe('Requests', requestsCases);
describe('Sessions', sessionsCases);
describe('Strangers', strangersCases);
describe('User enumeration', userEnumerationCases);
