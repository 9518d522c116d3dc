import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Browser } from './browser.mjs';
import { show } from './printing.mjs';

const base64url = (value) => Buffer.from(value).toString('base64url');
const sha256 = (text) => createHash('sha256').update(text).digest('base64url');
const now = () => Math.floor(Date.now() / 1_000);

/**
 * The app on the customer's phone as a program: it calls the same operations as the real app. `examples/phone.mjs`
 * explains them.
 */
export class Phone {
  #browser = new Browser('phone');
  #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor({ issuer, appUrl }) {
    this.issuer = issuer;
    const app = new URL(appUrl);
    this.mobileUrl = app.origin;
    this.redirectUri = `${app.origin}/app/`;
    this.clientId = app.searchParams.get('client');
  }

  async signIn(login, password) {
    const [verifier, state] = [base64url(randomBytes(32)), base64url(randomBytes(16))];
    const page = new URL(`${this.issuer}/oauth/authorize`);
    page.search = new URLSearchParams({
      ...{ client_id: this.clientId, response_type: 'code', redirect_uri: this.redirectUri, state },
      ...{ scope: 'openid notifications', code_challenge: sha256(verifier), code_challenge_method: 'S256' },
    });
    const back = await this.#browser.submit(
      await this.#browser.open(page),
      '/login',
      { login, password },
      this.redirectUri,
    );
    if (back.url.searchParams.get('state') !== state) throw new Error('The phone was not signed in.');
    const grant = { code: back.url.searchParams.get('code'), code_verifier: verifier, redirect_uri: this.redirectUri };
    const sent = { grant_type: 'authorization_code', client_id: this.clientId, ...grant };
    const answer = await fetch(`${this.issuer}/oauth/token`, { method: 'POST', body: new URLSearchParams(sent) });
    const got = await answer.json();
    show({ who: 'phone', method: 'POST', what: `${this.issuer}/oauth/token`, status: answer.status, sent, got });
    this.accessToken = got.access_token;
    this.sub = JSON.parse(Buffer.from(got.id_token.split('.')[1], 'base64url')).sub;
  }

  async register() {
    const publicKey = this.#keys.publicKey.export({ format: 'jwk' });
    const { nonce } = await this.#call('BeginDevice');
    const claims = { sub: this.sub, aud: this.mobileUrl, iat: now(), nonce };
    const proof = this.#jws({ typ: 'device-proof+jwt', jwk: publicKey }, claims);
    const given = { name: 'A phone in code', platform: 'android', publicKey, proof };
    this.deviceId = (await this.#call('RegisterDevice', given)).device_id;
  }

  /**
   * Answers the first open question. Signs the digest of the content that the phone shows, which is computed here and
   * must equal the digest in the list. `name` is the chosen action, with or without the digest at its end.
   */
  async answer(name) {
    const { notifications } = await this.#call('GetNotifications', { recordCount: 1, startIndex: 1 });
    const [question] = notifications;
    if (!question) throw new Error('The phone was not asked.');
    const { notification_uuid, content_digest } = question;
    const body = [...question.body].sort((a, b) => Buffer.compare(Buffer.from(a.lng), Buffer.from(b.lng)));
    const shown = sha256(canonical({ actions: question.actions, body }));
    if (shown !== content_digest) throw new Error('The question is not what the service says it is.');
    const response = question.actions.find(({ action }) => action === name || action.startsWith(`${name}.`))?.action;
    const nonce = base64url(randomBytes(16));
    const signature = this.#jws(
      { kid: this.deviceId },
      { notification_uuid, content_digest: shown, response, iat: now(), nonce },
    );
    await this.#call('UpdateNotification', { notificationID: notification_uuid, response, signature });
  }

  async #call(operation, sent = {}) {
    const headers = { authorization: `Bearer ${this.accessToken}`, 'content-type': 'application/json' };
    const what = `${this.mobileUrl}/mobile/v1/${operation}`;
    const answer = await fetch(what, { method: 'POST', headers, body: JSON.stringify(sent) });
    const got = await answer.json();
    show({ who: 'phone', method: 'POST', what, status: answer.status, sent, got });
    const { StatusCode, StatusMsg, ResponseData } = got.response;
    if (StatusCode !== 100) throw new Error(`${operation}: ${StatusCode} ${StatusMsg}`);
    return ResponseData;
  }

  #jws(header, payload) {
    const input = [{ alg: 'ES256', ...header }, payload].map((part) => base64url(JSON.stringify(part))).join('.');
    const signature = sign('sha256', Buffer.from(input), { key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${base64url(signature)}`;
  }
}

/** RFC 8785: the members of each object in the order of their UTF-16 units, and no spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}
