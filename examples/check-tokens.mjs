// Checks whether a token is valid, and finds out to which user it belongs.
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
// The keys are fetched once, and again when a token is signed with an unknown key.
const keys = createRemoteJWKSet(new URL(`${ISSUER}/oauth/jwks`));

/**
 * Checks an ID token that an app sends to its server. Throws unless the service signed it for this app and it has not
 * expired.
 */
export async function whoseIdToken(idToken, appClientId) {
  const { payload } = await jwtVerify(idToken, keys, { issuer: ISSUER, audience: appClientId, algorithms: ['RS256'] });
  return payload;
}

/**
 * Checks the access token of a call to your own API. Undefined if it was revoked, has expired, or is not for your
 * enterprise.
 */
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
