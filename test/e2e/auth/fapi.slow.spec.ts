import { startTestApplication, type TestApplication } from '../../support/application.js';
import { authorizationModules } from '../../support/fapi/authorization-modules.js';
import { bindingModules } from '../../support/fapi/binding-modules.js';
import { clientModules } from '../../support/fapi/client-modules.js';
import { FapiPlan } from '../../support/fapi/fapi-client.js';
import { active, MANY_LOGINS } from '../../support/signing-in.js';
import { portalOf } from '../../support/tokens.js';

let running: TestApplication;
let plan: FapiPlan;

const modules = [...authorizationModules, ...clientModules, ...bindingModules];

/**
 * The modules of the plan `fapi2-security-profile-final` of the OpenID Foundation's conformance suite, with
 * private_key_jwt, DPoP and OpenID Connect, by their names there.
 */
describe('The FAPI 2.0 Security Profile', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: MANY_LOGINS });
    const scopes = ['clients:write', 'openid', 'profile', 'email', 'phone', 'offline_access'];
    await active(running, 'nadia', { emailId: 'nadia@bank.example', firstName: 'Nadia', lastName: 'Petrova' });
    plan = await FapiPlan.of(running, await portalOf(running, { scopes }), 'nadia');
  });
  afterAll(() => running.close());

  it('has 56 modules', () => {
    expect(new Set(modules.map(([name]) => name)).size).toBe(56);
  });

  it.each(modules)('%s: %s', (_name, _shows, run) => run(plan));
});
