// A phone: signs its user in, registers its key, shows one question, and signs the answer. Needs only Node, no packages.
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';

const { ISSUER, MOBILE_URL, CLIENT_ID, ANSWER, PHONE_FILE = '.data/phone.json' } = process.env;

const base64url = (value) => Buffer.from(value).toString('base64url');
const sha256 = (text) => createHash('sha256').update(text).digest('base64url');
const claimsOf = (jwt) => JSON.parse(Buffer.from(jwt.split('.')[1], 'base64url'));
const now = () => Math.floor(Date.now() / 1_000);

// Signing in: the browser returns to a port of this machine with a code (RFC 8252), which only this program can use.
async function signIn() {
  const [verifier, state] = [base64url(randomBytes(32)), base64url(randomBytes(16))];
  const { redirectUri, codeFor } = await listen();
  const page = new URL(`${ISSUER}/oauth/authorize`);
  page.search = new URLSearchParams({
    ...{ client_id: CLIENT_ID, response_type: 'code', redirect_uri: redirectUri, state },
    ...{ scope: 'openid notifications', code_challenge: sha256(verifier), code_challenge_method: 'S256' },
    prompt: 'login', // a device must be registered within five minutes of a login
  });
  console.log(`Open ${page}`);
  const code = { code: await codeFor(state), code_verifier: verifier, redirect_uri: redirectUri };
  const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: CLIENT_ID, ...code });
  const tokens = await (await fetch(`${ISSUER}/oauth/token`, { method: 'POST', body })).json();
  if (!tokens.access_token) throw new Error(`Not signed in: ${tokens.error_description ?? tokens.error}`);
  return { accessToken: tokens.access_token, sub: claimsOf(tokens.id_token).sub };
}

async function listen() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${server.address().port}/callback`;
  const codeFor = (state) =>
    new Promise((resolve, reject) =>
      server.on('request', (request, response) => {
        const { pathname, searchParams: back } = new URL(request.url, redirectUri);
        const isOurs = pathname === '/callback' && back.get('state') === state && back.get('iss') === ISSUER;
        response.writeHead(isOurs ? 200 : 404, { connection: 'close', 'content-type': 'text/plain' });
        response.end(isOurs ? 'Continue in the terminal.' : '');
        if (!isOurs) return;
        server.close();
        if (back.has('code')) resolve(back.get('code'));
        else reject(new Error(`Not signed in: ${back.get('error')}`));
      }),
    );
  return { redirectUri, codeFor };
}

// Calling the service: each operation returns an event. Its status code is 100 if the operation succeeded.
async function call(accessToken, operation, given = {}) {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const url = `${MOBILE_URL}/mobile/v1/${operation}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(given) });
  if (answer.status === 401) throw new Error('The login has ended: start the phone again.');
  const { StatusCode, StatusMsg, ResponseData } = (await answer.json()).response;
  if (StatusCode !== 100) throw new Error(`${operation}: ${StatusCode} ${StatusMsg} ${ResponseData.reason ?? ''}`);
  return ResponseData;
}

// Signing: a compact JWS with ES256. On a real phone, the key is in the Secure Enclave or the Keystore, not in a file.
function jws(privateKey, header, payload) {
  const input = [{ alg: 'ES256', ...header }, payload].map((part) => base64url(JSON.stringify(part))).join('.');
  const key = createPrivateKey({ key: privateKey, format: 'jwk' });
  return `${input}.${sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

async function device({ accessToken, sub }) {
  if (existsSync(PHONE_FILE)) return JSON.parse(readFileSync(PHONE_FILE, 'utf8'));
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [privateKey, publicKey] = [pair.privateKey, pair.publicKey].map((key) => key.export({ format: 'jwk' }));
  const { nonce } = await call(accessToken, 'BeginDevice');
  const claims = { sub, aud: MOBILE_URL, iat: now(), nonce };
  const proof = jws(privateKey, { typ: 'device-proof+jwt', jwk: publicKey }, claims);
  const registered = await call(accessToken, 'RegisterDevice', {
    ...{ name: 'Sample phone', platform: 'android', publicKey, proof },
  });
  const made = { deviceId: registered.device_id, privateKey };
  writeFileSync(PHONE_FILE, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** The canonical form of RFC 8785: the members of each object are ordered by UTF-16 code units, without spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/**
 * The digest to sign. It is computed from the content that is shown, and not copied from the list, so that the user
 * signs exactly what was shown.
 */
function digestOf({ actions, body }) {
  const sorted = [...body].sort((a, b) => Buffer.compare(Buffer.from(a.lng), Buffer.from(b.lng)));
  return sha256(canonical({ actions, body: sorted }));
}

async function firstQuestion(accessToken) {
  for (;;) {
    const { notifications } = await call(accessToken, 'GetNotifications', { recordCount: 1, startIndex: 1 });
    if (notifications.length > 0) return notifications[0];
    await pause(1_000); // an app waits for changes on its socket instead of asking every second
  }
}

async function answerOf({ actions, body: [{ subject, message, label: words = {} }] }) {
  const buttons = actions.map(({ label, action }, index) => `${index + 1} ${words[label] ?? label} (${action})`);
  console.log(`\n${subject}\n${message}\n${buttons.join('   ')}`);
  const terminal = ANSWER ? undefined : createInterface({ input: process.stdin, output: process.stdout });
  const typed = ANSWER ?? (await terminal.question('Your answer, by its number: '));
  terminal?.close();
  const chosen = actions[Number(typed) - 1] ?? actions.find(({ action }) => action === typed);
  if (!chosen) throw new Error('That is not one of the options. No answer was sent.');
  return chosen.action;
}

const user = await signIn();
const { deviceId, privateKey } = await device(user);
console.log(`Signed in. This is device ${deviceId}. Waiting for a question …`);

const question = await firstQuestion(user.accessToken);
const shown = digestOf(question);
if (shown !== question.content_digest) throw new Error('The question is not what the service says it is.');
const response = await answerOf(question);
const { notification_uuid } = question;
const statement = { notification_uuid, content_digest: shown, response, iat: now(), nonce: base64url(randomBytes(16)) };
const signature = jws(privateKey, { kid: deviceId }, statement);
const result = await call(user.accessToken, 'UpdateNotification', {
  ...{ notificationID: notification_uuid, response, signature },
});
console.log(`Answered ${response}: ${result.message}, signature verified: ${result.is_ds_verified}`);
