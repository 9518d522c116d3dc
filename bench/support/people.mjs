import { createHash, randomUUID } from 'node:crypto';

export const CALLBACK = 'https://app.example/callback';
/** What the portal tells those whom it enrols. */
export const CODE = 'K7PQ-2MZX';
export const PASSWORD = 'lamp orbit velvet 27 canoe';
const BATCH = 500;

/** A user who has a password from now on. */
export async function activate(browser, path, login) {
  const { path: page } = await browser.go(path);
  const { csrf } = await browser.go(`${page}/activate`);
  const { left } = await browser.go(`${page}/activate`, {
    ...{ csrf, login, activation_code: CODE, new_password: PASSWORD },
  });
  if (!left) throw new Error(`${login} was not activated`);
}

/** An application that asks for no consent. */
export async function newApplication(portal) {
  const { clientId } = await portal('/v1/clients', {
    ...{ clientName: 'Bench', firstParty: true, authMethod: 'none', redirectUris: [CALLBACK] },
    ...{ grantTypes: ['authorization_code'], scopes: ['openid'] },
  });
  return clientId;
}

/** Where an application sends whoever is to sign in. */
export function authorizePath(clientId) {
  const challenge = createHash('sha256').update(randomUUID()).digest('base64url');
  const asked = { client_id: clientId, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK };
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  return `/service/authserver/oauth/authorize?${new URLSearchParams({ ...asked, ...proof })}`;
}

/** Users who wait for their activation, by their ids. */
export async function newUsers(portal, count) {
  const ids = Array.from({ length: count }, () => `u-${randomUUID()}`);
  for (let from = 0; from < count; from += BATCH) {
    const users = ids.slice(from, from + BATCH);
    await portal('/v1/userBatches', {
      users: users.map((userId) => ({ userId, primaryGroup: 'bench', predefinedCode: CODE })),
    });
  }
  return ids;
}
