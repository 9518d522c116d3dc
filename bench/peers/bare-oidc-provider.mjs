import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

/**
 * The protocol engine alone, with its own in-memory adapter: the baseline of the token endpoint. It issues the same kind of
 * token as we do, for a client with a secret; `opaque` asks for the kind that it issues when nothing is said.
 */
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const resource = 'https://api.example';

const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'a-secret-of-the-bench-that-is-as-long-as-ours-are',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      scope: 'users:read users:write',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  scopes: ['users:read', 'users:write'],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_ctx, named) => ({
        scope: 'users:read users:write',
        audience: resource,
        accessTokenFormat: named.endsWith('/opaque') ? 'opaque' : 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});
const server = provider.listen(0, '127.0.0.1', () => process.send(server.address().port));
