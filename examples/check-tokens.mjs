// Checks whether a token is valid, and whose it is.
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const keys = createRemoteJWKSet(new URL(`${ISSUER}/oauth/jwks`)); // fetched once, and again when a new key appears

/** Checks an ID token that an app sends to its server. Throws unless we signed it for this app and it has not expired. */
export async function whoseIdToken(idToken, appClientId) {
  const { payload } = await jwtVerify(idToken, keys, { issuer: ISSUER, audience: appClientId, algorithms: ['RS256'] });
  return payload;
}

/** Checks the access token of a call to your own API. Undefined if it is void, has expired, or is not for your enterprise. */
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
