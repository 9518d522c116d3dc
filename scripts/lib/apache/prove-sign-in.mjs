import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { demand, demandSame, heading } from '../proof.mjs';

const PASSWORD = 'lamp orbit velvet 27 canoe';
const SESSION = 'mod_auth_openidc_session';
const TOLD = 'POST /signed-in?logout=backchannel 200';

/**
 * Proves that users can sign in with the configuration that our guide recommends. Follows one user from activation to
 * blocking.
 */
export async function proveSignIn(stage) {
  const shop = await stage.application('plain', { backchannelLogoutUri: null }, ([plain]) => plain);
  const amelie = await stage.visitor();
  await wayIn(stage, shop, amelie);
  await session(stage, shop, amelie);
  await otherBrowsers(stage, shop, amelie);
  await signOut(shop, amelie);
  await signOutElsewhere(stage, shop, amelie);
  await block(stage, shop, amelie);
}

async function wayIn(stage, { url }, amelie) {
  heading('The way in');
  const code = await stage.enrol('amelie', { firstName: 'Amélie', lastName: 'Ørsted', emailId: 'amelie@bank.example' });
  await amelie.open(url);
  demand(await amelie.isAskedToSignIn(), 'a stranger is led to the sign-in page');
  await amelie.press('Cancel');
  demand(await amelie.isStoppedAt(`${url}/signed-in?`, url), 'who gives up there is shown an error, and nothing else');
  const { searchParams: asked } = await amelie.sentTo(url);
  demand(asked.get('code_challenge_method') === 'S256' && asked.has('nonce'), 'PKCE and a nonce are sent along');
  await amelie.open(url);
  await amelie.activate('amelie', code, PASSWORD);
  demandSame(amelie.place, `${url}/`, 'who activates their user is led back to the page');
  demandSame(await amelie.reads('#REMOTE_USER'), 'amelie', 'the page knows them by REMOTE_USER: the userId');
  demandSame(await amelie.reads('#OIDC_CLAIM_name'), 'Amélie Ørsted', '… and by the claims, in any letters');
  demandSame(await amelie.reads('#OIDC_CLAIM_email'), 'amelie@bank.example', '… of every scope that was asked for');
  const { id_token: idToken, userinfo } = await inside(amelie, url);
  demand(userinfo.sub === idToken.sub && userinfo.name === idToken.name, 'userinfo was read, and says the same');
  await picture(amelie, 'apache-protected-page');
}

async function session({ service }, { url, client }, amelie) {
  heading('While the session lasts');
  await amelie.forget(SESSION);
  await amelie.open(url);
  demandSame(await amelie.reads('#REMOTE_USER'), 'amelie', 'a new session of Apache needs no form');
  await service.manage('PATCH', `/v1/clients/${client.clientId}`, { idTokenSignedResponseAlg: 'ES256' });
  await amelie.forget(SESSION);
  await amelie.open(url);
  const { session: kept } = await inside(amelie, url);
  demandSame(algorithmOf(kept.state.idt), 'ES256', 'ID tokens may be signed with ES256, too');
}

async function otherBrowsers(stage, { url }, amelie) {
  heading('Another browser');
  const stranger = await stage.visitor();
  await stranger.open(url);
  await amelie.forget(SESSION);
  await stranger.open(await amelie.answerFor(url));
  demand(await stranger.isStoppedAt(`${url}/signed-in?`, url), 'is not let in by an answer to the first');
  await Promise.all(Array.from({ length: 9 }, () => stranger.sentTo(url)));
  await stranger.open(url);
  demand(await stranger.isAskedToSignIn(), 'can sign in even if it opens nine tabs at once');
}

async function signOut({ url }, amelie) {
  heading('Signing out');
  await amelie.open(url);
  await amelie.open(`${url}/signed-in?logout=${encodeURIComponent(`${url}/signed-out.html`)}`);
  demandSame(
    amelie.place,
    `${url}/signed-out.html`,
    'an ID token signs out without a question and leads to a public page',
  );
  await amelie.open(url);
  demand(await amelie.isAskedToSignIn(), 'the protected page asks to sign in again');
}

async function signOutElsewhere({ service }, { url, client, profile, apache }, amelie) {
  heading('Signing out elsewhere');
  await amelie.signIn('amelie', PASSWORD);
  await amelie.signOutThere();
  await amelie.open(url);
  demandSame(await amelie.reads('#REMOTE_USER'), 'amelie', 'without a back channel Apache does not learn of it');
  const { backchannelLogoutUri } = profile;
  await service.manage('PATCH', `/v1/clients/${client.clientId}`, { backchannelLogoutUri });
  await amelie.forget(SESSION);
  await amelie.open(url);
  await amelie.signIn('amelie', PASSWORD);
  const token = forged(service, client, await amelie.reads('#OIDC_CLAIM_sub'));
  demandSame((await tell(service, backchannelLogoutUri, token)).status, 400, 'a forged word is refused');
  await amelie.open(url);
  demandSame(await amelie.reads('#REMOTE_USER'), 'amelie', '… and ends nothing');
  await amelie.signOutThere();
  await apache.hears(TOLD);
  await amelie.open(url);
  demand(await amelie.isAskedToSignIn(), "the service's own ends the session: the page asks to sign in again");
}

async function block({ service }, { url, apache }, amelie) {
  heading('A user who is blocked');
  await amelie.signIn('amelie', PASSWORD);
  await service.manage('PUT', '/v1/users/amelie/status', { status: 'BLOCKED' });
  await apache.hears(TOLD);
  await amelie.open(url);
  demand(await amelie.isAskedToSignIn(), 'is out by the back channel');
  await amelie.signIn('amelie', PASSWORD);
  demand(await amelie.isAskedToSignIn(), '… and does not come back in');
}

/** The session data that Apache's module stores, from the module's info page. */
const inside = (visitor, url) => visitor.asks(`${url}/signed-in?info=json`);

const algorithmOf = (token) => JSON.parse(Buffer.from(token.split('.')[0], 'base64url')).alg;

/** A logout token that is correct except for its signature. */
function forged({ url }, { clientId }, sub) {
  const iat = Math.floor(Date.now() / 1_000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = {
    iss: `${url}/service/authserver`,
    aud: clientId,
    sub,
    iat,
    exp: iat + 60,
    jti: randomUUID(),
    events,
  };
  const parts = [{ alg: 'ES256', typ: 'logout+jwt' }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  const text = parts.map((part) => part.toString('base64url')).join('.');
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

async function picture({ page }, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

const tell = (service, url, token) =>
  service.ask(
    'POST',
    url,
    { 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams({ logout_token: token }).toString(),
  );
