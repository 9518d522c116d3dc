/**
 * Measures how a user who has a session is signed on to an application, for several scopes. Each scope has two rows:
 * the authorization alone, and the whole flow. Their difference is the cost of the exchange of the code.
 * Run: npm run bench -- code-flow
 */
import { signOn } from './rows/sign-on.mjs';
import { runBench } from './support/run.mjs';

const scopes = ['openid', 'openid notifications', 'openid offline_access', 'openid notifications offline_access'];

await runBench(signOn, ['authorize', 'code-flow'], { scopes });
