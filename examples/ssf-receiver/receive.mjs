// Receives security events (OpenID Shared Signals) that the service sends by push. Run: node receive.mjs
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { ISSUER, JWKS_URL = `${ISSUER}/oauth/jwks`, AUDIENCE, AUTHORIZATION, PORT = '8080' } = process.env;
const keys = createRemoteJWKSet(new URL(JWKS_URL));
const MOST_BYTES = 64 * 1024;
const seen = new Set(); // in your system, use a unique column of a table

const handlers = {
  'https://schemas.openid.net/secevent/caep/event-type/session-revoked': (user) => console.log('sign out', user),
  'https://schemas.openid.net/secevent/caep/event-type/credential-change': (user, { credential_type, change_type }) =>
    console.log('credential', user, credential_type, change_type),
  'https://schemas.openid.net/secevent/risc/event-type/account-disabled': (user) => console.log('disable', user),
  'https://schemas.openid.net/secevent/ssf/event-type/verification': (_stream, { state }) =>
    console.log('verified', state),
};

async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Refuses an event. By RFC 8935, `err` tells the sender the kind of the error. */
function refuse(response, err, description) {
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ err, description }));
}

createServer(async (request, response) => {
  if (AUTHORIZATION && request.headers.authorization !== AUTHORIZATION)
    return refuse(response, 'authentication_failed', 'The header Authorization is wrong.');
  const token = await bodyOf(request);
  if (token === undefined) return response.writeHead(413, { connection: 'close' }).end();
  let claims;
  try {
    const expected = { issuer: ISSUER, audience: AUDIENCE, typ: 'secevent+jwt', algorithms: ['RS256'] };
    ({ payload: claims } = await jwtVerify(token, keys, expected));
  } catch (error) {
    return refuse(response, 'invalid_request', error.message);
  }
  if (!seen.has(claims.jti)) {
    seen.add(claims.jti);
    for (const [type, event] of Object.entries(claims.events))
      handlers[type]?.(claims.sub_id.sub ?? claims.sub_id.id, event);
  }
  response.writeHead(202).end();
}).listen(Number(PORT), '127.0.0.1');
