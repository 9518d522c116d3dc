/**
 * Approval on a phone, from scratch: creates a test user, asks a question, and stores the signed evidence of the answer.
 * Needs only Node, no packages. Start the service with `npm start`, then in another terminal in the same folder:
 *   NODE_EXTRA_CA_CERTS=$PWD/.data/tls/ca.pem node examples/quick-starts/approval.mjs
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const { AUTH_URL = 'https://localhost:8006', API_URL = 'https://localhost:9442' } = process.env;
const { ADMIN_FILE = '.data/admin-client.json', MOBILE_URL = 'https://localhost:8007' } = process.env;
const { EVIDENCE_FILE = '.data/evidence.json' } = process.env;

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
  if (!answer.ok) throw new Error(`${path}: ${body.code}: ${body.detail}`);
  return body;
}

// An administrator does this once: creates a client for the server, and one for the phones.
const { client_id, client_secret } = JSON.parse(readFileSync(ADMIN_FILE, 'utf8'));
const admin = await tokenOf(client_id, client_secret);
const server = await call(admin, 'POST', '/v1/clients', {
  ...{ clientName: 'Server', test: true, grantTypes: ['client_credentials'] },
  scopes: ['users:read', 'users:write', 'notifications:read', 'notifications:write'],
});
const phone = await call(admin, 'POST', '/v1/clients', {
  ...{ clientName: 'Phone', test: true, firstParty: true, applicationType: 'native', authMethod: 'none' },
  ...{ grantTypes: ['authorization_code'], scopes: ['openid', 'notifications'] },
  redirectUris: ['http://127.0.0.1/callback'],
});
const token = await tokenOf(server.clientId, server.clientSecret);

const [userId, code] = [`user-${randomUUID().slice(0, 8)}`, 'TRY-2468'];
await call(token, 'POST', '/v1/users', { userId, primaryGroup: 'retail', predefinedCode: code });

// The phone signs its user in and creates a key that never leaves it. Your own app does what examples/phone.mjs does.
console.log(`Start a phone in a third terminal:
  export NODE_EXTRA_CA_CERTS=$PWD/.data/tls/ca.pem ISSUER=${AUTH_URL}/service/authserver MOBILE_URL=${MOBILE_URL}
  export CLIENT_ID=${phone.clientId} PHONE_FILE=.data/phone-${userId}.json
  node examples/phone.mjs
Open the address that it prints, choose "I have an activation code", and enter ${userId} and ${code}.`);
while ((await call(token, 'GET', `/v1/users/${userId}/devices`)).devices.length === 0) await pause(1_000);

// The `msg_id` is your own ID for the payment. If you repeat the request, the user is not asked twice.
const { notification_uuid: id } = await call(token, 'POST', '/v1/notifications', {
  ...{ user_id: userId, msg_id: randomUUID(), expires_in: 300 },
  body: [{ lng: 'en', subject: 'Confirm your payment', message: 'Pay 25.00 EUR to Bookshop?' }],
  actions: [
    { label: 'Approve', action: 'accept', authlevel: 0 },
    { label: 'Decline', action: 'reject', authlevel: 0 },
    { label: 'Not me', action: 'fraud', authlevel: 0 },
  ],
});
console.log('asked: answer it on the phone');

// In production, wait for the webhook `notification.closed` instead.
let answer = await call(token, 'GET', `/v1/notifications/${id}`);
while (answer.status === 'ACTIVE') {
  await pause(1_000);
  answer = await call(token, 'GET', `/v1/notifications/${id}`);
}
const isApproved = answer.status === 'UPDATED' && answer.action_response === 'accept' && answer.is_ds_verified;
console.log(`answer: ${answer.status} ${answer.action_response ?? ''}: ${isApproved ? 'pay' : 'do not pay'}`);
if (answer.evidence) {
  writeFileSync(EVIDENCE_FILE, JSON.stringify(answer.evidence));
  console.log(`evidence: ${EVIDENCE_FILE}, which ${AUTH_URL}/service/evidence verifies`);
}
