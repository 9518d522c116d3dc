import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { CALLBACK } from '../support/people.mjs';

/**
 * The protocol engine alone, with its data in memory: the baseline of the token endpoint and of sign-on. It issues the
 * same kinds of token as the service, for a client with a secret and for an application. A resource that ends in
 * `/opaque` gets opaque tokens, the engine's default. Every visitor is signed in without a login.
 */
const keys = [
  { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256' },
  { ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), alg: 'RS256' },
];
const resource = 'https://api.example';
const accountId = 'bench';

/**
 * The engine's own adapter walks through all codes of a grant whenever it stores one. The bench uses a single grant, so
 * that adapter would get slower every second. This store takes constant time, and never removes expired entries.
 */
class Store {
  static #kept = new Map();
  static #uids = new Map();
  static #ofGrants = new Map();

  constructor(model) {
    this.model = model;
  }

  async upsert(id, payload) {
    const key = `${this.model}:${id}`;
    Store.#kept.set(key, payload);
    if (payload.uid) Store.#uids.set(payload.uid, key);
    if (payload.grantId)
      Store.#ofGrants.set(payload.grantId, (Store.#ofGrants.get(payload.grantId) ?? new Set()).add(key));
  }

  async find(id) {
    return Store.#kept.get(`${this.model}:${id}`);
  }

  async findByUid(uid) {
    return Store.#kept.get(Store.#uids.get(uid));
  }

  async consume(id) {
    (await this.find(id)).consumed = Math.floor(Date.now() / 1_000);
  }

  async destroy(id) {
    Store.#kept.delete(`${this.model}:${id}`);
  }

  async revokeByGrantId(grantId) {
    for (const key of Store.#ofGrants.get(grantId) ?? []) Store.#kept.delete(key);
    Store.#ofGrants.delete(grantId);
  }
}

const provider = new Provider('http://127.0.0.1', {
  adapter: Store,
  clients: [
    {
      client_id: 'bench',
      client_secret: 'a-secret-of-the-bench-that-is-as-long-as-ours-are',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      scope: 'users:read users:write',
    },
    {
      client_id: 'app',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      redirect_uris: [CALLBACK],
      response_types: ['code'],
      scope: 'openid notifications',
      id_token_signed_response_alg: 'RS256',
    },
  ],
  jwks: { keys: keys.map((key) => ({ ...key, use: 'sig' })) },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
  scopes: ['openid', 'notifications', 'users:read', 'users:write'],
  cookies: { keys: ['bench'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  loadExistingGrant: ({ oidc: { provider, client, session } }) => grantTo(provider, client, session),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => (client.clientId === 'app' ? resource : undefined),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, named) => ({
        scope: 'notifications users:read users:write',
        audience: resource,
        accessTokenFormat: named.endsWith('/opaque') ? 'opaque' : 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

/** Grants the scopes without asking for consent, as the service does for a first-party application. */
async function grantTo({ Grant }, { clientId }, session) {
  const kept = session.grantIdFor(clientId);
  if (kept) return Grant.find(kept);
  const grant = new Grant({ accountId: session.accountId, clientId });
  grant.addOIDCScope('openid notifications');
  grant.addResourceScope(resource, 'notifications');
  await grant.save();
  return grant;
}

const answer = provider.callback();
const server = createServer((request, response) => {
  if (!request.url.startsWith('/interaction/')) return answer(request, response);
  return provider.interactionFinished(request, response, { login: { accountId } });
}).listen(0, '127.0.0.1', () => process.send(server.address().port));
