// A server that calls the API for itself, without a user or a browser. It authenticates with a key, not a secret.
import { readFileSync } from 'node:fs';
import { importPKCS8 } from 'jose';
import * as oauth from 'oauth4webapi';

const { ISSUER, CLIENT_ID, KEY_FILE, API_URL } = process.env;
const service = await oauth.processDiscoveryResponse(new URL(ISSUER), await oauth.discoveryRequest(new URL(ISSUER)));
const client = { client_id: CLIENT_ID };
const signature = oauth.PrivateKeyJwt({
  key: await importPKCS8(readFileSync(KEY_FILE, 'utf8'), 'ES256'),
  kid: 'first',
});

let token = { value: '', goodUntil: 0 };
async function accessToken() {
  if (Date.now() > token.goodUntil) {
    const response = await oauth.clientCredentialsGrantRequest(service, client, signature, { scope: 'users:read' });
    const { access_token: value, expires_in } = await oauth.processClientCredentialsResponse(service, client, response);
    token = { value, goodUntil: Date.now() + (expires_in - 60) * 1_000 };
  }
  return token.value;
}

const headers = { Authorization: `Bearer ${await accessToken()}` };
const { users } = await (await fetch(`${API_URL}/v1/users?limit=5`, { headers })).json();
for (const { userId, status } of users) console.log(userId, status);
