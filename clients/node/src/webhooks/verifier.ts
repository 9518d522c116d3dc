import { createHmac, timingSafeEqual } from 'node:crypto';
import { CountersignError } from '../errors.js';
import type { Delivery, WebhookEvent } from './events.js';
import type { Notification } from '../generated/api.js';

export type WebhookRefusal =
  /** `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing or duplicated. */
  | 'headers'
  /** The timestamp is too old or in the future: the message is a replay, or one of the clocks is wrong. */
  | 'timestamp'
  /** The signature belongs to none of the secrets, or the body was changed. */
  | 'signature'
  | 'too-large'
  /** The signature is valid, but this version does not know the form of the content. */
  | 'unknown-content';

/** The call does not come from the service, or its content cannot be read. */
export class WebhookError extends CountersignError {
  override name = 'WebhookError';
  /** The HTTP status to answer with. */
  readonly status: number;

  constructor(
    readonly reason: WebhookRefusal,
    message: string,
  ) {
    super(message);
    this.status = reason === 'too-large' ? 413 : reason === 'unknown-content' ? 422 : 401;
  }
}

export interface WebhookVerifierOptions {
  /** The secret, `whsec_…`. While you replace it, pass the old and the new one. */
  readonly secrets: string | readonly string[];
  /** How far the timestamp may differ from the current time. Default 300 s. */
  readonly toleranceSeconds?: number;
  /** The largest body in bytes. Default 3 MiB: evidence can be large. */
  readonly maxBytes?: number;
  /** Replaces the system clock in tests. Milliseconds since 1970. */
  readonly now?: () => number;
}

type HeaderValue = string | readonly string[] | undefined;
/** Headers of Node or of the Fetch API, or an object with lower-case names. */
export type WebhookHeaders = Readonly<Record<string, HeaderValue>> | { get(name: string): string | null };

export const DEFAULT_MAX_BYTES = 3 * 1_048_576;
const MOST_SIGNATURES = 16;

/** Verifies that a call comes from the service (Standard Webhooks). */
export class WebhookVerifier {
  readonly maxBytes: number;
  readonly #keys: readonly Buffer[];
  readonly #toleranceSeconds: number;
  readonly #now: () => number;

  constructor({
    secrets,
    toleranceSeconds = 300,
    maxBytes = DEFAULT_MAX_BYTES,
    now = Date.now,
  }: WebhookVerifierOptions) {
    this.#keys = [secrets].flat().map(keyOf);
    if (this.#keys.length === 0) throw new TypeError('At least one webhook secret is needed.');
    this.#toleranceSeconds = toleranceSeconds;
    this.#now = now;
    this.maxBytes = maxBytes;
  }

  /**
   * Returns the content of a call, or throws a WebhookError. `body` must be the received bytes: a body that was parsed
   * and serialized again is refused.
   */
  verify(body: string | Uint8Array, headers: WebhookHeaders): Delivery {
    const bytes = bytesOf(body);
    if (bytes.length > this.maxBytes)
      throw new WebhookError('too-large', `The body has more than ${this.maxBytes} bytes`);
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, name));
    if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) {
      throw new WebhookError('headers', 'It has not the headers of a webhook: was it sent by something else?');
    }
    this.#checkTime(Number(timestamp));
    if (!this.#isSigned(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes]), signatures)) {
      throw new WebhookError('signature', 'Signed with another secret, or the body was changed on its way to here.');
    }
    return deliveryOf(id, new Date(Number(timestamp) * 1_000), bytes);
  }

  #checkTime(timestamp: number): void {
    const off = Math.round(this.#now() / 1_000 - timestamp);
    if (Math.abs(off) <= this.#toleranceSeconds) return;
    const found = off > 0 ? `${off} s ago` : `${-off} s in the future`;
    throw new WebhookError('timestamp', `Made ${found} by the clock of this machine: check it, or it is a repetition.`);
  }

  #isSigned(content: Buffer, signatures: string): boolean {
    const given = signatures.split(' ', MOST_SIGNATURES).flatMap((signature) => {
      const [version, value = ''] = signature.split(',', 2);
      return version === 'v1' ? [Buffer.from(value, 'base64')] : [];
    });
    return this.#keys.some((key) => {
      const expected = createHmac('sha256', key).update(content).digest();
      return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
    });
  }
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length < 16) throw new TypeError('A webhook secret begins with whsec_, as the service has shown it.');
  return key;
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError('The body must be as it came, text or bytes: verify it before anything parses it.');
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  const value = isFetchHeaders(headers) ? headers.get(`webhook-${name}`) : headers[`webhook-${name}`];
  return typeof value === 'string' ? value : undefined;
}

const isFetchHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

function deliveryOf(id: string, sentAt: Date, bytes: Uint8Array): Delivery {
  const content = contentIn(bytes);
  if (typeof content?.['type'] === 'string' && typeof content['data'] === 'object' && content['data'] !== null) {
    return { kind: 'event', id, sentAt, event: content as unknown as WebhookEvent };
  }
  if (typeof content?.['notification_uuid'] === 'string') {
    return { kind: 'callback', id, sentAt, notification: content as unknown as Notification };
  }
  throw new WebhookError('unknown-content', 'It is signed, but neither an event nor the status of a notification');
}

function contentIn(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
