import { existsSync } from 'node:fs';
import { fromRoot } from '../../scripts/lib/root.mjs';
import { withDatabase } from '../support/postgres.mjs';
import { withPeer } from '../support/peer.mjs';
import { withService } from '../support/service.mjs';

const [DATABASE, PEER_DATABASE] = ['bench_tokens', 'bench_tokens_peer'];
const CLIENT = { id: 'bench', secret: 'a-secret-of-the-bench-that-is-as-long-as-ours-are' };
const SCOPE = 'users:read users:write';
const RESOURCE = 'https://api.example';

/**
 * Measures an access token by client credentials. The baselines are the bare protocol engine with its in-memory
 * adapter, and complete servers of other vendors.
 */
export const tokens = {
  ids: ['client-credentials', 'opaque-token', 'other-servers'],

  with: (server, work) =>
    withDatabase(server, DATABASE, () =>
      withDatabase(server, PEER_DATABASE, () =>
        withPeer('bare-oidc-provider', (bare) =>
          withService({ DATABASE_URL: server.url(DATABASE) }, async (service) => {
            const { at, pid, administrator } = service;
            const own = tokenRequest(`${at('auth')}/service/authserver/oauth/token`, administrator.authorization);
            const subject = { name: 'Countersign', pid, database: DATABASE, load: () => own };
            await withOthers(server, (others) => work([...engineRows(subject, bare), ...otherRows(subject, others)]));
          }),
        ),
      ),
    ),
};

const NAME = 'a token by client credentials';

function engineRows(subject, { url, pid }) {
  const engine = (name, resource) => {
    const request = tokenRequest(`${url}/token`, basic(CLIENT), resource);
    return { name, pid, load: () => request };
  };
  return [
    {
      ...{ id: 'client-credentials', name: NAME, subject },
      baseline: engine('bare oidc-provider, in memory', RESOURCE),
    },
    {
      ...{ id: 'opaque-token', name: NAME, subject },
      baseline: engine('bare oidc-provider, unsigned', `${RESOURCE}/opaque`),
    },
  ];
}

const otherRows = (subject, others) =>
  others.map(({ missing, ...baseline }) => ({
    ...{ id: 'other-servers', name: NAME },
    ...(missing ? { missing } : { subject, baseline }),
  }));

/** Complete servers of other vendors. `isInstalled` looks for files that the installation of the server creates. */
const OTHERS = [
  {
    ...{ name: 'Glewlwyd, SQLite in memory', peer: 'glewlwyd', path: '/api/oidc/token' },
    isInstalled: () => existsSync('/usr/bin/glewlwyd') && existsSync('/usr/bin/sqlite3'),
    install: 'apt-get install glewlwyd sqlite3',
  },
  {
    ...{ name: 'LemonLDAP::NG, sessions in memory', peer: 'lemonldap-ng', path: '/oauth2/token' },
    isInstalled: () => existsSync('/usr/share/lemonldap-ng/portal') && existsSync('/usr/bin/starman'),
    install: 'apt-get install liblemonldap-ng-portal-perl libstring-random-perl starman',
  },
  {
    ...{ name: 'better-auth', peer: 'better-auth/server', path: '/auth/oauth2/token' },
    ...{ database: PEER_DATABASE, resource: RESOURCE },
    isInstalled: () => existsSync(fromRoot('bench/peers/better-auth/node_modules')),
    install: 'npm ci --prefix bench/peers/better-auth',
  },
];

/** Starts the installed servers by recursion, so that all run while `work` does. */
async function withOthers(server, work, [next, ...left] = OTHERS, started = []) {
  if (!next) return work(started);
  const { name, peer, path, database, resource, isInstalled, install } = next;
  const go = (side) => withOthers(server, work, left, [...started, side]);
  if (!isInstalled()) return go({ missing: `${name} is not installed: ${install}` });
  const settings = { ...CLIENT, scope: SCOPE, resource, ...(database && { connection: server.connection(database) }) };
  return withPeer(
    peer,
    ({ url, pid, id = CLIENT.id, secret = CLIENT.secret }) => {
      const request = tokenRequest(`${url}${path}`, basic({ id, secret }), resource);
      return go({ name, pid, database, load: () => request });
    },
    settings,
  );
}

const basic = ({ id, secret }) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

function tokenRequest(url, authorization, resource) {
  return {
    url,
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: SCOPE,
      ...(resource && { resource }),
    }).toString(),
  };
}
