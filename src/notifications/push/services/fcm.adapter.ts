import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../../../shared/kernel/index.js';
import type { Outbound, OutboundAnswer } from '../../../shared/outbound/index.js';
import { type PushHint, type PushReceipt, PushRefused, PushService, secondsToKeep } from './push-service.port.js';

/** The fields we need from a service account's JSON file. */
export interface ServiceAccount {
  readonly project_id: string;
  readonly client_email: string;
  readonly private_key: string;
  readonly token_uri: string;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const ASSERTION_SECONDS = 3_600;
/** An access token is renewed when less than this time remains before it expires. */
const MARGIN_MS = 60_000;
const LEAST_SECONDS = 120;

interface Token {
  readonly value: string;
  readonly until: number;
}

/** Sends pushes to Android devices over the HTTP v1 API of Firebase Cloud Messaging. */
export class FcmService extends PushService {
  readonly platform = 'android';
  readonly #key: KeyObject;
  #token: Promise<Token> | undefined;

  constructor(
    private readonly outbound: Outbound,
    private readonly account: ServiceAccount,
    private readonly url: string,
    private readonly clock: Clock,
  ) {
    super();
    this.#key = createPrivateKey(account.private_key);
  }

  async send(hint: PushHint, signal: AbortSignal): Promise<PushReceipt> {
    const answer = await this.outbound.send({
      purpose: 'fcm',
      url: `${this.url}/v1/projects/${encodeURIComponent(this.account.project_id)}/messages:send`,
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: messageOf(hint, this.clock.now()) }),
      signal,
    });
    if (answer.status === 401) this.#token = undefined;
    return receiptFor(answer);
  }

  /**
   * Returns an access token. Concurrent pushes share one token request, so aborting a push does not abort that request.
   */
  async #accessToken(): Promise<string> {
    const asked = (this.#token ??= this.#newToken());
    const token = await asked.catch((error: unknown) => {
      this.#forget(asked);
      throw error;
    });
    if (token.until > this.#now) return token.value;
    this.#forget(asked);
    return this.#accessToken();
  }

  get #now(): number {
    return this.clock.now().getTime();
  }

  #forget(token: Promise<Token>): void {
    if (this.#token === token) this.#token = undefined;
  }

  async #newToken(): Promise<Token> {
    const { client_email: issuer, token_uri: url } = this.account;
    const now = Math.floor(this.#now / 1_000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(url)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_SECONDS)
      .sign(this.#key);
    const answer = await this.outbound.send({
      purpose: 'fcm-token',
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
    });
    if (answer.status !== 200) throw new Error(`The token endpoint answered ${answer.status}`);
    const { access_token: value, expires_in: seconds } = JSON.parse(answer.body.toString()) as Record<string, unknown>;
    if (typeof value !== 'string' || typeof seconds !== 'number' || seconds < LEAST_SECONDS) {
      throw new Error('The token endpoint gave no token that lasts');
    }
    return { value, until: this.#now + seconds * 1_000 - MARGIN_MS };
  }
}

function messageOf(hint: PushHint, now: Date) {
  const { notificationUuid, pushToken, subject, message } = hint;
  return {
    token: pushToken,
    notification: { title: subject, body: message },
    ...(notificationUuid !== undefined && { data: { notification_uuid: notificationUuid } }),
    android: {
      ...{ priority: 'HIGH', ttl: `${secondsToKeep(hint, now)}s` },
      ...(notificationUuid !== undefined && { collapse_key: notificationUuid }),
    },
  };
}

/**
 * Returns `gone` for UNREGISTERED and SENDER_ID_MISMATCH: the app was uninstalled, or belongs to another Firebase
 * project. A 404 without such a code says nothing about the device: a proxy or a wrong URL also causes it.
 */
function receiptFor({ status, body }: OutboundAnswer): PushReceipt {
  if (status === 200) return 'taken';
  const text = body.toString();
  if (/"(?:UNREGISTERED|SENDER_ID_MISMATCH)"/.test(text)) return 'gone';
  if (status === 401 || status === 429 || status >= 500) throw new Error(`FCM answered ${status}`);
  throw new PushRefused(`FCM answered ${status}`);
}
