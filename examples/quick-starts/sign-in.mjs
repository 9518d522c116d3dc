/**
 * Sign-in from scratch: creates a client and a test user, then signs the user in to its own web app.
 * Needs only Node, no packages. Start the service with `npm start`, then in another terminal in the same folder:
 *   NODE_EXTRA_CA_CERTS=$PWD/.data/tls/ca.pem node examples/quick-starts/sign-in.mjs
 */
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { AUTH_URL = 'https://localhost:8006', API_URL = 'https://localhost:9442', PORT = '3000' } = process.env;
const { ADMIN_FILE = '.data/admin-client.json' } = process.env;
const ISSUER = `${AUTH_URL}/service/authserver`;
const APP_URL = `http://localhost:${PORT}`;
const secrets = () => randomBytes(32).toString('base64url');

async function tokenOf(id, secret, grant) {
  const authorization = `Basic ${btoa(`${id}:${secret}`)}`;
  const body = new URLSearchParams(grant);
  const answer = await fetch(`${ISSUER}/oauth/token`, { method: 'POST', headers: { authorization }, body });
  const tokens = await answer.json();
  if (!answer.ok) throw new Error(`No token: ${tokens.error_description ?? tokens.error}`);
  return tokens;
}

async function create(token, path, content) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(API_URL + path, { method: 'POST', headers, body: JSON.stringify(content) });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${body.code}: ${body.detail}`);
  return body;
}

// An administrator does this once: creates a client for the server, which enrols users, and one for the web app.
const all = { grant_type: 'client_credentials', scope: 'all' };
const { client_id, client_secret } = JSON.parse(readFileSync(ADMIN_FILE, 'utf8'));
const { access_token: admin } = await tokenOf(client_id, client_secret, all);
const server = await create(admin, '/v1/clients', {
  ...{ clientName: 'Server', test: true, grantTypes: ['client_credentials'] },
  scopes: ['users:read', 'users:write'],
});
const app = await create(admin, '/v1/clients', {
  ...{ clientName: 'Web app', test: true, firstParty: true, grantTypes: ['authorization_code'] },
  ...{ scopes: ['openid', 'profile'], redirectUris: [`${APP_URL}/callback`], idTokenSignedResponseAlg: 'ES256' },
});

// The server does this for each user. Without `predefinedCode`, the service sends an activation code by mail.
const { access_token: token } = await tokenOf(server.clientId, server.clientSecret, all);
const [userId, code] = [`user-${secrets().slice(0, 8)}`, 'TRY-2468'];
await create(token, '/v1/users', { userId, firstName: 'Jane', primaryGroup: 'retail', predefinedCode: code });

// For each sign-in, the web app stores state, nonce and verifier for this browser. The code needs the verifier.
const begun = new Map();

function begin(response) {
  const [visit, state, nonce, verifier] = [secrets(), secrets(), secrets(), secrets()];
  begun.set(visit, { state, nonce, verifier });
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({
    ...{ client_id: app.clientId, response_type: 'code', redirect_uri: `${APP_URL}/callback`, state, nonce },
    ...{ scope: 'openid profile', code_challenge: challenge, code_challenge_method: 'S256' },
  });
  response.setHeader('set-cookie', `visit=${visit}; HttpOnly; SameSite=Lax; Path=/`);
  response.writeHead(303, { location: `${ISSUER}/oauth/authorize?${query}` }).end();
}

async function finish(request, response, back) {
  const visit = /visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  const { state, nonce, verifier } = begun.get(visit) ?? {};
  begun.delete(visit);
  if (state === undefined || back.get('state') !== state || back.get('iss') !== ISSUER)
    throw new Error('Not begun here');
  if (back.has('error')) throw new Error(`Not signed in: ${back.get('error')}`);
  const grant = { grant_type: 'authorization_code', code: back.get('code'), redirect_uri: `${APP_URL}/callback` };
  const tokens = await tokenOf(app.clientId, app.clientSecret, { ...grant, code_verifier: verifier });
  const claims = await checked(tokens.id_token, nonce);
  response.end(
    `Signed in as ${claims.given_name ?? claims.sub}, at ${new Date(claims.auth_time * 1_000).toISOString()}`,
  );
  console.log(`signed in: ${claims.sub}`);
}

/**
 * Returns the claims of an ID token. Throws unless the token is for this app and this sign-in, has not expired, and is
 * signed with a published key of the service.
 */
async function checked(idToken, nonce) {
  const [head, body, signature] = idToken.split('.');
  const [{ alg, kid }, claims] = [head, body].map((part) => JSON.parse(Buffer.from(part, 'base64url')));
  const { jwks_uri } = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json();
  const jwk = (await (await fetch(jwks_uri)).json()).keys.find((key) => key.kid === kid);
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' };
  const isSigned = alg === 'ES256' && verify('sha256', `${head}.${body}`, key, Buffer.from(signature, 'base64url'));
  const isOurs = claims.iss === ISSUER && claims.aud === app.clientId && claims.nonce === nonce;
  if (!isSigned || !isOurs || claims.exp * 1_000 < Date.now()) throw new Error('The ID token is not valid');
  return claims;
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, APP_URL);
  try {
    if (pathname === '/') begin(response);
    else if (pathname === '/callback') await finish(request, response, searchParams);
    else response.writeHead(404).end();
  } catch (error) {
    response.writeHead(400).end(error.message);
  }
}).listen(Number(PORT), 'localhost', () => {
  console.log(`Open ${APP_URL}, choose "I have an activation code", and enter ${userId} and ${code}.`);
});
