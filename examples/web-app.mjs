// A web app on Node: signs people in and out. Their tokens stay on its server.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { promisify } from 'node:util';
import express from 'express';
import session from 'express-session';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, APP_URL, SESSION_SECRET, TLS_CERT, TLS_KEY } = process.env;
const service = await oidc.discovery(new URL(ISSUER), CLIENT_ID, {}, oidc.ClientSecretBasic(CLIENT_SECRET));

const app = express();
const cookie = { httpOnly: true, secure: true, sameSite: 'lax' };
app.use(session({ name: '__Host-app', secret: SESSION_SECRET, cookie, resave: false, saveUninitialized: false }));

app.get('/sign-in', async (req, res) => {
  const asked = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  req.session.asked = asked; // the sign-in must return to the browser in which it began
  const url = oidc.buildAuthorizationUrl(service, {
    redirect_uri: `${APP_URL}/callback`,
    scope: 'openid profile email offline_access',
    code_challenge: await oidc.calculatePKCECodeChallenge(asked.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: asked.expectedState,
    nonce: asked.expectedNonce,
  });
  res.redirect(url.href);
});

app.get('/callback', async (req, res) => {
  const { asked } = req.session;
  // No sign-in was begun: the user has opened a bookmark or pressed the back button.
  if (!asked) return res.redirect('/sign-in');
  const tokens = await oidc.authorizationCodeGrant(service, new URL(req.originalUrl, APP_URL), asked);
  // A new session id, because somebody may have learnt the old one before the sign-in.
  await promisify(req.session.regenerate).call(req.session);
  Object.assign(req.session, { person: tokens.claims(), tokens: kept(tokens) });
  res.redirect('/');
});

app.get('/', async (req, res) => {
  const { person } = req.session;
  if (!person || signedOut.has(person.sid)) return res.redirect('/sign-in');
  const { name } = await oidc.fetchUserInfo(service, await accessToken(req.session), person.sub);
  res.send(
    `<p>Signed in as ${escaped(name)}</p><form method="post" action="/sign-out"><button>Sign out</button></form>`,
  );
});

app.post('/sign-out', async (req, res) => {
  const { tokens } = req.session;
  // Otherwise the refresh token would stay valid after the sign-out.
  if (tokens) await oidc.tokenRevocation(service, tokens.refresh_token);
  await promisify(req.session.destroy).call(req.session);
  res.redirect(303, oidc.buildEndSessionUrl(service, { post_logout_redirect_uri: `${APP_URL}/bye` }).href);
});
app.get('/bye', (_req, res) => res.send('<p>You are signed out. <a href="/">Sign in</a></p>'));

// The service calls this address when the user has signed out on the service's own page or in another app.
const signedOut = new Set();
const keys = createRemoteJWKSet(new URL(service.serverMetadata().jwks_uri));
app.post('/backchannel-logout', express.urlencoded({ extended: false }), async (req, res) => {
  const checks = { issuer: ISSUER, audience: CLIENT_ID, typ: 'logout+jwt', requiredClaims: ['sid', 'events'] };
  const { payload } = await jwtVerify(req.body.logout_token, keys, checks);
  signedOut.add(payload.sid);
  res.end();
});

// Each refresh token works once, so requests that need a new token at about the same time share one answer.
const refreshing = new Map();
async function accessToken(session) {
  const { expiresAt, access_token: current, refresh_token: last } = session.tokens;
  if (Date.now() < expiresAt - 10_000) return current;
  if (!refreshing.has(last)) {
    const [answer, forget] = [oidc.refreshTokenGrant(service, last), () => refreshing.delete(last)];
    refreshing.set(last, answer);
    answer.then(() => setTimeout(forget, 60_000).unref(), forget);
  }
  session.tokens = kept(await refreshing.get(last));
  return session.tokens.access_token;
}
const kept = (tokens) => ({ ...tokens, expiresAt: Date.now() + tokens.expiresIn() * 1_000 });

app.use((error, _req, res, _next) => {
  console.error(error);
  const why = escaped(error.error ?? 'an error'); // for example access_denied, if the user pressed Cancel
  res.status(400).send(`<p>That did not work: ${why}. <a href="/sign-in">Sign in</a></p>`);
});
const escaped = (text = '') => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const { port } = new URL(APP_URL);
createServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, app).listen(port, 'localhost');
console.log(`Open ${APP_URL}`);
