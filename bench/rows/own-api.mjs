import { portalOf } from '../support/callers.mjs';
import { withDatabase } from '../support/postgres.mjs';
import { withService } from '../support/service.mjs';
import { ownFlow, sideOf } from './sign-on.mjs';

const DATABASE = 'bench_own_api';
const RESOURCE = 'https://bench.example';
const text = { en: 'Bench' };

/** Tokens for an enterprise's own API. The baseline is a token of the same service for the service's own APIs. */
export const ownApi = {
  ids: ['own-api-token', 'own-api-code-flow'],

  with: (server, work) =>
    withDatabase(server, DATABASE, () =>
      withService({ DATABASE_URL: server.url(DATABASE), SURFACES: 'auth,management' }, async (service) => {
        await work([await tokenRow(service), await codeRow(service)]);
      }),
    ),
};

async function tokenRow(service) {
  const portal = await portalOf(service);
  const scopes = [
    { name: 'bench.sync', audience: 'service', description: text },
    { name: 'bench.read', audience: 'user', description: text },
  ];
  await portal('/v1/apis', { name: 'Bench', resource: RESOURCE, scopes, claims: { groups: 'groups' } });
  const grants = { grantTypes: ['client_credentials'], scopes: ['users:read'], apiScopes: ['bench.sync'] };
  const { clientId, clientSecret } = await portal('/v1/clients', { clientName: 'Bench', ...grants });
  const side = (name, scope) => ({ name, pid: service.pid, database: DATABASE, load: () => request(scope) });
  const request = (scope) => ({
    url: `${service.at('auth')}/service/authserver/oauth/token`,
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  });
  return {
    ...{ id: 'own-api-token', name: 'a token by client credentials' },
    ...{ subject: side('own API', 'bench.sync'), baseline: side('management API', 'users:read') },
  };
}

async function codeRow(service) {
  const flow = await ownFlow(service, ['bench.read']);
  const side = (name, scope) => ({ ...sideOf(flow, scope, 'code-flow'), name });
  return {
    ...{ id: 'own-api-code-flow', name: 'authorize and exchange the code' },
    ...{ subject: side('own API', 'openid bench.read'), baseline: side('mobile API', 'openid notifications') },
  };
}
