/**
 * Proves that third-party clients can get tokens: oidc-agent from Debian, and requests-oauth2client from PyPI. First
 * the enterprise has no APIs of its own, then two. Run: `node scripts/prove-other-clients.mjs`. It needs Chromium and
 * at least one of the clients: `apt-get install oidc-agent-cli`, `pip install requests-oauth2client`. PYTHON sets the
 * Python interpreter.
 */
import { demandChromium } from './lib/apache/visitor.mjs';
import { complain } from './lib/complain.mjs';
import { Agent } from './lib/other-clients/agent.mjs';
import { proveAgent } from './lib/other-clients/prove-agent.mjs';
import { provePython } from './lib/other-clients/prove-python.mjs';
import { versionOfLibrary } from './lib/other-clients/python.mjs';
import { prepare } from './lib/prepare.mjs';
import { heading } from './lib/proof.mjs';

const ORDERS = 'https://orders.bank.example';
const STOCK = 'https://stock.bank.example';

demandChromium();
const programs = [
  { name: 'oidc-agent', version: Agent.version(), prove: proveAgent },
  { name: 'requests-oauth2client', version: versionOfLibrary(), prove: provePython },
];
const [here, absent] = [programs.filter(({ version }) => version), programs.filter(({ version }) => !version)];
for (const { name } of absent) console.log(`Not tried, since it is not installed: ${name}`);
if (here.length === 0) complain('None of the programs is installed.');
await prepare();
// Imported after the build, because it imports modules of the built program.
const { Stage } = await import('./lib/apache/stage.mjs');

const stage = await Stage.open({ CLIENT_REGISTRATION: 'true' });
try {
  const visitor = await stage.visitor();
  const code = await stage.enrol('amelie', { firstName: 'Amélie', lastName: 'Ørsted' });
  await visitor.open(await authorizationUrlFor(stage.service));
  await visitor.activate('amelie', code, 'lamp orbit velvet 27 canoe');
  const before = {};
  for (const { name, version, prove } of here) {
    heading(`${version}, without own APIs`);
    before[name] = await prove(stage, visitor);
  }
  await ownApis(stage.service);
  for (const { name, version, prove } of here) {
    heading(`${version}, with own APIs`);
    await prove(stage, visitor, { orders: ORDERS, stock: STOCK, before: before[name] });
  }
  console.log('\nAll of them get tokens.');
} finally {
  await stage.close();
}

/** Creates a client, and returns its authorization URL, with which the user gets a session in the browser. */
async function authorizationUrlFor(service) {
  const redirectUri = `${service.url}/nothing-here`;
  const { clientId } = await service.manage('POST', '/v1/clients', {
    ...{ clientName: 'Door', firstParty: true, redirectUris: [redirectUri], scopes: ['openid'] },
    grantTypes: ['authorization_code'],
  });
  const asked = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
  return `${service.url}/service/authserver/oauth/authorize?${new URLSearchParams(asked)}`;
}

async function ownApis(service) {
  const scope = (name, audience) => ({ name, audience, description: { en: name } });
  await service.manage('POST', '/v1/apis', {
    ...{ name: 'Orders', resource: ORDERS },
    scopes: [scope('orders.read', 'user'), scope('orders.sync', 'service')],
  });
  await service.manage('POST', '/v1/apis', {
    ...{ name: 'Stock', resource: STOCK, exchangeFrom: [ORDERS] },
    scopes: [scope('stock.read', 'user')],
  });
}
