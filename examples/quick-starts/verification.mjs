// Identity verification from scratch: enrols a test user, sends the user to the hosted pages, and reads the result.
// Needs only Node, no packages. Start the service with `npm start`, then in another terminal in the same folder:
//   NODE_EXTRA_CA_CERTS=$PWD/.data/tls/ca.pem node examples/quick-starts/verification.mjs
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const { AUTH_URL = 'https://localhost:8006', API_URL = 'https://localhost:9442' } = process.env;
const { ADMIN_FILE = '.data/admin-client.json', RETURN_URL = `${API_URL}/docs`, SIMULATE } = process.env;

async function tokenOf(id, secret) {
  const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' });
  const answer = await fetch(`${AUTH_URL}/service/authserver/oauth/token`, { method: 'POST', headers, body });
  const { access_token, error_description } = await answer.json();
  if (!answer.ok) throw new Error(`No token: ${error_description}`);
  return access_token;
}

async function call(token, method, path, content) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(API_URL + path, { method, headers, ...(content && { body: JSON.stringify(content) }) });
  const body = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${body.code}: ${body.detail}`), { code: body.code });
  return body;
}

// An administrator does this once: creates a client for the server. With `test`, it sees no live data.
const { client_id, client_secret } = JSON.parse(readFileSync(ADMIN_FILE, 'utf8'));
const server = await call(await tokenOf(client_id, client_secret), 'POST', '/v1/clients', {
  ...{ clientName: 'Portal', test: true, grantTypes: ['client_credentials'] },
  scopes: ['users:read', 'users:write', 'idv:read', 'idv:write'],
});
const token = await tokenOf(server.clientId, server.clientSecret);

// ONBOARDING means that the user must pass a verification first.
const userId = `user-${randomUUID().slice(0, 8)}`;
await call(token, 'POST', '/v1/users', { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' });
const early = await call(token, 'PUT', `/v1/users/${userId}/status`, { status: 'CREATED' }).catch(({ code }) => code);
console.log(`before the verification: ${early}`);

// Send the user's browser to `idvUrl`. Keep `web_session_id` on your server: it belongs to this user.
// If SIMULATE is set, for example to VERIFIED, one button ends the verification with that status.
const { idvUrl, web_session_id } = await call(token, 'POST', '/v1/idvWebTokens', {
  ...{ userId, redirectUrl: RETURN_URL },
  ...(SIMULATE && { payload: { simulate: SIMULATE } }),
});
console.log(`Open ${idvUrl}`);

// In production, wait for the webhook `idv.finished`. Do not trust the returning browser: ask the API for the result.
const isOpen = ({ status }) => ['PENDING', 'IN_PROGRESS', 'REVIEW'].includes(status);
let result = await call(token, 'GET', `/v1/idvWebTokens/${web_session_id}`);
while (isOpen(result)) {
  await pause(1_000);
  result = await call(token, 'GET', `/v1/idvWebTokens/${web_session_id}`);
}
console.log(`verification: ${result.status} ${(result.reasons ?? []).map(({ code }) => code).join(' ')}`);

if (result.status === 'VERIFIED') {
  const user = await call(token, 'PUT', `/v1/users/${userId}/status`, { status: 'CREATED' });
  console.log(`user: ${user.status}`);
}
