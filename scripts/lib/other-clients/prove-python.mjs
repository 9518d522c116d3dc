import { demand, demandSame } from '../proof.mjs';
import { flowsInPython } from './python.mjs';
import { payloadOf } from './tokens.mjs';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const CALLBACK = 'https://app.example/callback';
const OPENID = ['openid', 'profile', 'offline_access'];

/** Proves all grants with a Python library. Returns the claim names of the tokens for the service's own APIs. */
export async function provePython({ service }, visitor, own) {
  const server = await service.manage('POST', '/v1/clients', {
    ...{ clientName: 'Sync', scopes: ['users:read'] },
    grantTypes: ['client_credentials', ...(own ? [EXCHANGE_GRANT] : [])],
    apiScopes: own ? ['orders.sync', 'stock.read'] : [],
  });
  const app = await service.manage('POST', '/v1/clients', {
    ...{ clientName: 'Orders', firstParty: true, redirectUris: [CALLBACK], scopes: OPENID },
    grantTypes: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    apiScopes: own ? ['orders.read'] : [],
  });
  if (own) await service.nameClientOfApi(own.orders, server.clientId);
  const given = {
    ...{ issuer: `${service.url}/service/authserver`, caFile: service.tls.caFile, redirectUri: CALLBACK },
    ...{ server: { clientId: server.clientId, clientSecret: server.clientSecret }, serviceScope: 'users:read' },
    app: { clientId: app.clientId, clientSecret: app.clientSecret },
    scope: OPENID.join(' '),
  };
  const visit = async ({ open, device }) => (open ? visitor.answerFor(open) : visitor.allowDevice(device));
  const plain = await flowsInPython(given, visit);
  for (const flow of ['service', 'code', 'renewed', 'device'])
    demand(plain[flow].length > 20, `${nameOf[flow]} gets a token`);
  demand(plain.code !== plain.renewed, 'a renewed token is another one');
  const claims = claimsOf(plain);
  if (!own) return claims;

  demandSame(claims, own.before, 'tokens without scopes of own APIs are as they were before');
  const { orders, stock } = own;
  const asked = { serviceScope: 'orders.sync', scope: `${given.scope} orders.read`, exchangeFor: stock };
  const tokens = await flowsInPython({ ...given, ...asked }, visit);
  for (const flow of ['service', 'code', 'renewed', 'device'])
    demandSame(payloadOf(tokens[flow]).aud, orders, `${nameOf[flow]} gets a token for the API`);
  const exchanged = payloadOf(tokens.exchanged);
  demandSame(exchanged.aud, stock, 'token exchange gets a token for the next API');
  demandSame(exchanged.sub, tokens.sub, 'of the same user');
  demandSame(exchanged.act.sub, server.clientId, 'with the client as actor');
  return claims;
}

const nameOf = {
  ...{ service: 'client credentials', code: 'a code with PKCE', renewed: 'a refresh token', device: 'the device flow' },
};

const claimsOf = (tokens) =>
  ['service', 'code', 'device']
    .map((flow) =>
      Object.keys(payloadOf(tokens[flow]) ?? {})
        .sort()
        .join(' '),
    )
    .join('\n');
