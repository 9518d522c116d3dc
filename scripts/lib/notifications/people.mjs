import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import 'reflect-metadata';

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWS signed with ES256. */
function jws(privateKey, header, payload) {
  const input = [{ alg: 'ES256', ...header }, payload].map(encoded).join('.');
  return `${input}.${sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const seconds = () => Math.floor(Date.now() / 1_000);

/** A user's device; its private key stays in this object. */
class Device {
  #privateKey;

  constructor(user, { deviceId, privateKey }) {
    this.user = user;
    this.deviceId = deviceId;
    this.#privateKey = privateKey;
  }

  /** The signed answer of the device to one notification. */
  statement(uuid, contentDigest, response) {
    const about = { notification_uuid: uuid, content_digest: contentDigest, response };
    return jws(this.#privateKey, { kid: this.deviceId }, { ...about, iat: seconds(), nonce: randomUUID() });
  }
}

/**
 * Creates users with two devices each, by calling the services of the application instead of its pages. `token()` of a
 * user returns a new access token, signed with the service's own key. `meanwhile` is called with the application before
 * the application is closed.
 */
export async function makePeople(env, count, meanwhile = async () => {}, enterpriseId = 'default') {
  const { createApplication } = await import('../../../dist/src/application.js');
  const { readConfig } = await import('../../../dist/src/config.js');
  const { useLogs } = await import('../../../dist/src/shared/observability/index.js');
  const config = { ...readConfig({ ...env, LOG_LEVEL: 'silent' }), surfaces: [] };
  useLogs(config);
  const app = await createApplication(config, { url: env.DATABASE_URL });
  try {
    const parts = await partsOf(app, enterpriseId);
    const [client, signToken] = [await parts.client(), await parts.tokens(config)];
    const users = [];
    for (let i = 0; i < count; i++) users.push(await parts.user(`proof-${i}`, config, client, signToken));
    await meanwhile(app, users);
    return users;
  } finally {
    await app.close();
  }
}

async function partsOf(app, enterpriseId) {
  const from = (path) => import(`../../../dist/src/${path}.js`);
  const [{ SigningKeys }, { Client }, { UnitOfWork }, { Tenant }] = await Promise.all(
    [
      'auth/keys/signing-keys.service',
      'auth/client/client.entity',
      'shared/persistence/unit-of-work',
      'shared/kernel/tenant',
    ].map(from),
  );
  const [{ EnrolmentService }, { UserRepository }, { Devices }, { issuerOf }] = await Promise.all(
    [
      'users/management/enrolment.service',
      'users/user/user.repository',
      'users/contract/index',
      'shared/auth-guard/access-token',
    ].map(from),
  );
  const [tenant, uow] = [Tenant.of(enterpriseId, false), app.get(UnitOfWork)];

  return {
    async client() {
      const made = Client.onboard(tenant, { ...APP, administrator: false }, 'proof', new Date());
      await uow.run((tx) => tx.add(made));
      return made.clientId;
    },

    async tokens(config) {
      const keys = app.get(SigningKeys);
      const key = await keys.active('ES256');
      const privateKey = keys.openPrivateKey(key);
      return (claims) =>
        jws(privateKey, { typ: 'at+jwt', kid: key.kid }, { iss: issuerOf(config), iat: seconds(), ...claims });
    },

    async user(userId, { mobileUrl }, clientId, signToken) {
      await app.get(EnrolmentService).enrol(tenant, { ...SOMEONE, userId });
      const user = await uow.run(async (tx) => {
        const row = await app.get(UserRepository).lock(tx, tenant, userId);
        row.activate(true, new Date());
        await tx.save(row);
        return row.ref;
      });
      const devices = [];
      for (const name of ['Phone', 'Tablet']) devices.push(await register(app.get(Devices), user, name, mobileUrl));
      const claims = { sub: user.sub, user_id: userId, aud: mobileUrl, client_id: clientId, scope: 'notifications' };
      const about = { ...claims, enterprise_id: enterpriseId, test: false };
      const token = () => {
        const now = seconds();
        return signToken({ ...about, jti: randomUUID(), auth_time: now, exp: now + 300 });
      };
      return {
        userId,
        sub: user.sub,
        ref: user,
        token,
        devices: devices.map((device) => new Device({ userId }, device)),
      };
    },
  };
}

async function register(devices, { sub }, name, audience) {
  const { privateKey, publicKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = key.export({ format: 'jwk' });
  const { nonce } = await devices.begin(sub);
  const proof = jws(
    privateKey,
    { typ: 'device-proof+jwt', jwk: publicKey },
    { sub, aud: audience, iat: seconds(), nonce },
  );
  const { deviceId } = await devices.register({ sub, name, platform: 'ios', publicKey, proof, authTime: seconds() });
  return { deviceId, privateKey };
}

const SOMEONE = {
  ...{ primaryGroup: 'proof', preferredStatus: 'CREATED', secondaryGroups: [], firstName: null, lastName: null },
  ...{ emailId: null, mobileNumber: null, loginId: null, language: 'en', comments: null, createdBy: 'proof' },
  predefinedCode: null,
};

const APP = {
  ...{ clientName: 'App', redirectUris: [], postLogoutRedirectUris: [], grantTypes: ['authorization_code'] },
  ...{ authMethod: 'none', jwks: null, applicationType: 'native', firstParty: false, accessTokenTtl: null },
  ...{ refreshTokenTtl: null, errorUrl: null, logoUri: null, allowedOrigins: [], allowedCallers: [] },
  ...{ backchannelLogoutUri: null, idTokenSignedResponseAlg: 'RS256', dpopBoundAccessTokens: false },
  ...{ requirePushedAuthorizationRequests: false, idv: null, scopes: ['openid', 'notifications'] },
};
