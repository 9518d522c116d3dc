import { createHash, randomUUID } from 'node:crypto';

export const CALLBACK = 'https://app.example/callback';
/** The activation code of every enrolled user. */
export const CODE = 'K7PQ-2MZX';
const VERIFIER = 'a-verifier-of-forty-three-characters-or-more';
export const PASSWORD = 'lamp orbit velvet 27 canoe';
const BATCH = 500;

/** Activates a user's account and sets the password. */
export async function activate(browser, path, login) {
  const { path: page } = await browser.go(path);
  const { csrf } = await browser.go(`${page}/activate`);
  const { left } = await browser.go(`${page}/activate`, {
    ...{ csrf, login, activation_code: CODE, new_password: PASSWORD },
  });
  if (!left) throw new Error(`${login} was not activated`);
}

/** Registers an application that asks for no consent. */
export async function newApplication(portal, apiScopes = []) {
  const { clientId } = await portal('/v1/clients', {
    ...{ clientName: 'Bench', firstParty: true, authMethod: 'none', redirectUris: [CALLBACK] },
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'offline_access', 'notifications'],
    ...(apiScopes.length > 0 && { apiScopes }),
  });
  return clientId;
}

/** The path to which an application redirects a user for sign-in. */
export const authorizePath = (clientId, scope) => `/service/authserver/oauth/authorize?${queryOf(clientId, scope)}`;

export function queryOf(clientId, scope = 'openid') {
  const asked = { client_id: clientId, response_type: 'code', scope, redirect_uri: CALLBACK, state: 'xyz' };
  const proof = {
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  };
  return new URLSearchParams({ ...asked, ...proof });
}

/** The body of the token request that redeems a code. */
export const redemptionOf = (clientId, code) =>
  new URLSearchParams({
    ...{ grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: CALLBACK },
    code_verifier: VERIFIER,
  });

/** Enrols users who still have to activate their accounts. Returns their ids. */
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
