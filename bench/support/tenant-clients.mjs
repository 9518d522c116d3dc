import { randomUUID, sign } from 'node:crypto';
import 'reflect-metadata';

const SCOPES = ['users:read', 'users:write', 'audit:read', 'notifications:read'];
const HOUR = 3_600;

/**
 * Creates clients of enterprises, each with a token for the management API that is valid for an hour. `meanwhile` can
 * use the same application before it is closed.
 */
export async function makeClients(env, enterprises, meanwhile = async () => {}) {
  const from = (path) => import(`../../dist/src/${path}.js`);
  const [{ createApplication }, { readConfig }, { useLogs }] = await Promise.all(
    ['application', 'config', 'shared/observability/index'].map(from),
  );
  const config = { ...readConfig({ ...env, LOG_LEVEL: 'silent' }), surfaces: [] };
  useLogs(config);
  const app = await createApplication(config, { url: env.DATABASE_URL });
  try {
    const tokenOf = await signer(app, config, from);
    const made = {};
    for (const [enterpriseId, count] of Object.entries(enterprises)) {
      made[enterpriseId] = [];
      for (let i = 0; i < count; i++) made[enterpriseId].push(tokenOf(await newClient(app, enterpriseId, from)));
    }
    await meanwhile(app);
    return made;
  } finally {
    await app.close();
  }
}

async function newClient(app, enterpriseId, from) {
  const [{ Client }, { UnitOfWork }, { Tenant }] = await Promise.all(
    ['auth/client/client.entity', 'shared/persistence/index', 'shared/kernel/index'].map(from),
  );
  const client = Client.onboard(
    Tenant.of(enterpriseId, false),
    { ...SERVER, administrator: false },
    'bench',
    new Date(),
  );
  await app.get(UnitOfWork).run((tx) => tx.add(client));
  return client;
}

async function signer(app, config, from) {
  const [{ SigningKeys }, { issuerOf }] = await Promise.all(
    ['auth/keys/signing-keys.service', 'shared/auth-guard/access-token'].map(from),
  );
  const keys = app.get(SigningKeys);
  const key = await keys.active('ES256');
  const privateKey = keys.openPrivateKey(key);
  return ({ clientId, enterpriseId }) => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuerOf(config), aud: config.managementUrl, sub: clientId, client_id: clientId };
    const about = { enterprise_id: enterpriseId, test: false, scope: SCOPES.join(' ') };
    const payload = { ...claims, ...about, jti: randomUUID(), iat, exp: iat + HOUR };
    const input = [{ alg: 'ES256', typ: 'at+jwt', kid: key.kid }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${input}.${sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
}

const SERVER = {
  ...{ clientName: 'Server', redirectUris: [], postLogoutRedirectUris: [], grantTypes: ['client_credentials'] },
  ...{ authMethod: 'client_secret_basic', jwks: null, applicationType: 'web', firstParty: false },
  ...{ accessTokenTtl: null, refreshTokenTtl: null, errorUrl: null, logoUri: null, allowedOrigins: [] },
  ...{ allowedCallers: [], backchannelLogoutUri: null, idTokenSignedResponseAlg: 'RS256', idv: null },
  ...{ dpopBoundAccessTokens: false, requirePushedAuthorizationRequests: false, scopes: SCOPES },
};
