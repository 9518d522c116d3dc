import { createServer } from 'node:http';
import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { jwt } from 'better-auth/plugins';
import pg from 'pg';

/**
 * better-auth with its OAuth provider, on the same PostgreSQL server. A client with a secret gets a token signed with
 * ES256. It has its own dependencies: `npm ci --prefix bench/peers/better-auth`.
 */
const { connection, resource, scope } = JSON.parse(process.env.PEER);
const origin = 'http://127.0.0.1';

const auth = betterAuth({
  baseURL: origin,
  basePath: '/auth',
  secret: 'a-secret-of-the-bench-that-is-as-long-as-ours-are',
  database: new pg.Pool({ ...connection, max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: 'ES256' } } }),
    oauthProvider({
      ...{ loginPage: '/sign-in', consentPage: '/consent', silenceWarnings: { oauthAuthServerConfig: true } },
      scopes: ['openid', ...scope.split(' ')],
      clientPrivileges: () => true,
      resourcePrivileges: () => true,
    }),
  ],
});

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();

const { headers } = await auth.api.signUpEmail({
  body: { name: 'Bench', email: 'bench@example.com', password: 'a-password-of-the-bench' },
  returnHeaders: true,
});
const signedIn = new Headers({ cookie: headers.getSetCookie().map((line) => line.split(';')[0]).join('; ') }); // oxfmt-ignore
await auth.api.adminCreateOAuthResource({ headers: signedIn, body: { identifier: resource, name: 'Bench' } });
const client = await auth.api.adminCreateOAuthClient({
  headers: signedIn,
  body: {
    ...{ client_name: 'bench', redirect_uris: ['https://bank.example/callback'], scope },
    grant_types: ['client_credentials'],
    client_credentials_scopes: scope.split(' '),
    token_endpoint_auth_method: 'client_secret_basic',
  },
});
await auth.api
  .adminLinkClientResource({
    headers: signedIn,
    params: { identifier: resource, client_id: client.client_id },
    body: {},
  })
  .catch(() => undefined);

const server = createServer(toNodeHandler(auth)).listen(0, '127.0.0.1', () =>
  process.send({ port: server.address().port, id: client.client_id, secret: client.client_secret }),
);
