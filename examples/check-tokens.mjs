// Is this token good, and whose is it?
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const keys = createRemoteJWKSet(new URL(`${ISSUER}/oauth/jwks`)); // fetched once, and again when a key is new

/** An ID token that an app hands to its server: throws unless we have signed it, for that app, and it is not over. */
export async function whoseIdToken(idToken, appClientId) {
  const { payload } = await jwtVerify(idToken, keys, { issuer: ISSUER, audience: appClientId, algorithms: ['RS256'] });
  return payload;
}

/** The access token that a call to your own API brings. Undefined when it is void, over, or none of your enterprise's. */
export async function whoseAccessToken(token) {
  const answer = await fetch(`${ISSUER}/oauth/introspect`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ token }),
  });
  if (!answer.ok) throw new Error(`Introspection answered ${answer.status}`);
  const told = await answer.json();
  return told.active ? told : undefined;
}
