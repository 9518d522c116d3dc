import { withDatabase } from '../support/postgres.mjs';
import { withPeer } from '../support/peer.mjs';
import { withService } from '../support/service.mjs';

const DATABASE = 'bench_tokens';

/** A token for a server, beside the bare protocol engine with its in-memory adapter. */
export const tokens = {
  ids: ['client-credentials', 'opaque-token'],

  with: (server, work) =>
    withPeer('bare-oidc-provider', (bare) =>
      withDatabase(server, DATABASE, () =>
        withService({ DATABASE_URL: server.url(DATABASE) }, (service) => work(rowsOf(bare, service))),
      ),
    ),
};

function rowsOf(bare, { at, pid, administrator }) {
  const basic = `Basic ${Buffer.from('bench:a-secret-of-the-bench-that-is-as-long-as-ours-are').toString('base64')}`;
  const own = tokenRequest(`${at('auth')}/service/authserver/oauth/token`, administrator.authorization);
  const subject = { name: 'Countersign', pid, database: DATABASE, load: () => own };
  const engine = (name, resource) => {
    const request = tokenRequest(`${bare.url}/token`, basic, resource);
    return { name, pid: bare.pid, load: () => request };
  };
  const name = 'a token by client credentials';
  return [
    {
      ...{ id: 'client-credentials', name, subject },
      baseline: engine('bare oidc-provider, in memory', 'https://api.example'),
    },
    {
      ...{ id: 'opaque-token', name, subject },
      baseline: engine('bare oidc-provider, unsigned', 'https://api.example/opaque'),
    },
  ];
}

function tokenRequest(url, authorization, resource) {
  return {
    url,
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'users:read users:write',
      ...(resource && { resource }),
    }).toString(),
  };
}
