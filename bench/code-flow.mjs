/**
 * What it costs to sign a user on to an application, with a session that there is, by scopes: npm run bench -- code-flow
 * What the exchange costs alone is the difference of both rows of a scope.
 */
import { signOn } from './rows/sign-on.mjs';
import { runBench } from './support/run.mjs';

const scopes = ['openid', 'openid notifications', 'openid offline_access', 'openid notifications offline_access'];

await runBench(signOn, ['authorize', 'code-flow'], { scopes });
