import { installApache } from './lib/apache/packages.mjs';
import { demandChromium } from './lib/apache/visitor.mjs';
import { proveApi } from './lib/apache/prove-api.mjs';
import { proveKey } from './lib/apache/prove-key.mjs';
import { proveRefresh } from './lib/apache/prove-refresh.mjs';
import { proveSignIn } from './lib/apache/prove-sign-in.mjs';
import { prepare } from './lib/prepare.mjs';

/**
 * Proves that users can sign in to Apache with mod_auth_openidc, both from Debian, with exactly the configuration in
 * our documentation. Run as root: `node scripts/prove-apache.mjs`. SCREENSHOTS sets a folder for a picture of the
 * protected page.
 */

demandChromium();
const versions = installApache();
await prepare();
// Imported after the build, because it imports modules of the built program.
const { Stage } = await import('./lib/apache/stage.mjs');

const stage = await Stage.open();
try {
  console.log([...versions, `Chromium ${stage.browser.version()}`].join('\n'));
  await proveSignIn(stage);
  await proveKey(stage);
  await proveRefresh(stage);
  await proveApi(stage);
  console.log('\nApache signs users in, and out, and checks tokens before an API.');
} catch (error) {
  console.error(`\n${stage.lastWords()}`);
  throw error;
} finally {
  await stage.close();
}
