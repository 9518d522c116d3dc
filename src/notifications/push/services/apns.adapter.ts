import { createPrivateKey, randomUUID, type KeyObject } from 'node:crypto';
import http2, { type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import type { SecureContext } from 'node:tls';
import { SignJWT } from 'jose';
import type { Clock } from '../../../shared/kernel/index.js';
import { type PushHint, type PushReceipt, PushRefused, PushService } from './push-service.port.js';

export interface ApnsAccount {
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly topic: string;
}

/**
 * How long a provider token is reused. Apple accepts a token for an hour, and rejects a new one within twenty minutes
 * of the last.
 */
const TOKEN_MS = 40 * 60_000;
const TIMEOUT_MS = 10_000;
const DEAD = ['BadDeviceToken', 'Unregistered', 'DeviceTokenNotForTopic', 'ExpiredToken'];

/** Sends pushes to iOS devices over Apple's HTTP/2 API. One connection stays open for all pushes. */
export class ApnsService extends PushService {
  readonly platform = 'ios';
  readonly #key: KeyObject;
  #session: ClientHttp2Session | undefined;
  #token: { readonly value: string; readonly until: number } | undefined;

  constructor(
    private readonly account: ApnsAccount,
    private readonly url: string,
    private readonly clock: Clock,
    private readonly trust: () => SecureContext | undefined = () => undefined,
  ) {
    super();
    this.#key = createPrivateKey(account.key);
  }

  async send(hint: PushHint, signal: AbortSignal): Promise<PushReceipt> {
    if (!/^[0-9A-Fa-f]{1,200}$/.test(hint.pushToken)) return 'gone';
    const headers = {
      ':method': 'POST',
      ':path': `/3/device/${hint.pushToken}`,
      authorization: `bearer ${await this.#providerToken()}`,
      'apns-topic': this.account.topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-id': randomUUID(),
      ...(hint.notificationUuid !== undefined && { 'apns-collapse-id': hint.notificationUuid }),
      'apns-expiration': String(Math.floor(hint.expiresAt.getTime() / 1_000)),
    };
    const stream = this.#connected().request(headers, { signal });
    const { status, reason } = await answerOf(stream, JSON.stringify(payloadOf(hint)));
    if (reason === 'ExpiredProviderToken') this.#token = undefined;
    return receiptFor(status, reason);
  }

  override close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (!session || session.closed) return Promise.resolve();
    return new Promise((resolve) => session.close(resolve));
  }

  #connected(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const secureContext = this.trust();
    const session = http2.connect(this.url, { ...(secureContext && { secureContext }) });
    session.on('error', () => undefined); // each request on this connection reports the error itself
    session.on('goaway', () => session.close());
    session.unref();
    return (this.#session = session);
  }

  async #providerToken(): Promise<string> {
    const now = this.clock.now().getTime();
    if (this.#token && this.#token.until > now) return this.#token.value;
    const value = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: this.account.keyId })
      .setIssuer(this.account.teamId)
      .setIssuedAt(Math.floor(now / 1_000))
      .sign(this.#key);
    this.#token = { value, until: now + TOKEN_MS };
    return value;
  }
}

const payloadOf = ({ notificationUuid, subject, message }: PushHint) => ({
  aps: { alert: { title: subject, body: message }, sound: 'default' },
  ...(notificationUuid !== undefined && { notification_uuid: notificationUuid }),
});

async function answerOf(stream: ClientHttp2Stream, body: string): Promise<{ status: number; reason: string }> {
  stream.setTimeout(TIMEOUT_MS, () => {
    stream.session?.close(); // the connection may be dead, so the next push opens a new one
    stream.destroy(new Error('Apple did not answer in time'));
  });
  const answered = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.on('response', resolve).on('error', reject);
    stream.on('close', () => reject(new Error('The connection to Apple was lost')));
  });
  stream.end(body);
  const status = (await answered)[':status'];
  return { status: Number(status), reason: reasonIn(await text(stream)) };
}

function reasonIn(body: string): string {
  try {
    return String((JSON.parse(body) as { reason?: unknown }).reason);
  } catch {
    return '';
  }
}

function receiptFor(status: number, reason: string): PushReceipt {
  if (status === 200) return 'taken';
  if (status === 410 || DEAD.includes(reason)) return 'gone';
  const answered = `Apple answered ${status} ${reason}`;
  if (reason === 'ExpiredProviderToken' || status === 429 || status >= 500) throw new Error(answered);
  throw new PushRefused(answered);
}
