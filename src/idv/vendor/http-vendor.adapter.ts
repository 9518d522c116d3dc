import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, KernelErrors } from '../../shared/kernel/index.js';
import { Outbound, type OutboundAnswer, OutboundFailure } from '../../shared/outbound/index.js';
import { CONFIG, type Config } from '../../config.js';
import { VendorErrors } from './vendor.errors.js';
import {
  IdvVendor,
  LiveVendor,
  type ReceivedWebhook,
  type VendorOrder,
  type VendorOutcome,
  type VendorSession,
} from './vendor.port.js';
import { BadVendorAnswer, isVendorRef, toVendorOutcome, toVendorSession } from './vendor-answers.js';

export interface VendorAddress {
  readonly url: string;
  readonly token: string;
  /** The webhook secret in the format of Standard Webhooks: `whsec_` followed by base64. */
  readonly webhookSecret: string;
}

export interface VendorTimeouts {
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
}

const TIMEOUTS: VendorTimeouts = { timeoutMs: 10_000, connectTimeoutMs: 3_000 };
const RETRY_AFTER_SECONDS = 10;
/** Maximum difference, in seconds, between the timestamp of a webhook signature and the current time. */
const TOLERANCE_SECONDS = 300;

/**
 * A vendor that implements the HTTP interface described in the operators' guide. A vendor with another interface needs
 * a small service in front of it that translates.
 */
export class HttpVendor extends IdvVendor {
  readonly #log = new Logger(HttpVendor.name);

  constructor(
    private readonly address: VendorAddress,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    private readonly timeouts: VendorTimeouts = TIMEOUTS,
  ) {
    super();
  }

  create(order: VendorOrder): Promise<VendorSession> {
    return this.#ask('POST', '/sessions', JSON.stringify(order), (answer) => toVendorSession(jsonOf(answer)));
  }

  result(vendorRef: string): Promise<VendorOutcome> {
    return this.#ask('GET', pathOf(vendorRef), undefined, (answer) => toVendorOutcome(jsonOf(answer), vendorRef));
  }

  remove(vendorRef: string): Promise<void> {
    return this.#ask('DELETE', pathOf(vendorRef), undefined, mustBeGone);
  }

  verifyWebhook({ headers, body }: ReceivedWebhook): string {
    const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      String(headers[name] ?? ''),
    ) as [string, string, string];
    const age = Math.abs(this.clock.now().getTime() / 1_000 - Number(timestamp));
    if (!/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_SECONDS) throw VendorErrors.webhookRefused();
    const expected = this.#signatureOf(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]));
    if (!signatures.split(' ').some((given) => isEqual(given, `v1,${expected}`))) throw VendorErrors.webhookRefused();
    return refIn(body);
  }

  async #ask<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: string | undefined,
    read: (answer: OutboundAnswer) => T,
  ) {
    try {
      const answer = await this.outbound.send({
        purpose: 'idv-vendor',
        url: `${this.address.url.replace(/\/$/, '')}${path}`,
        method,
        headers: {
          authorization: `Bearer ${this.address.token}`,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        ...this.timeouts,
      });
      return read(answer);
    } catch (error) {
      throw this.#failed(method, error);
    }
  }

  #failed(method: string, error: unknown): Error {
    if (!(error instanceof OutboundFailure) && !(error instanceof BadVendorAnswer)) throw error;
    this.#log.error({ method, reason: error.message }, 'The identity verification vendor failed');
    return KernelErrors.unavailable('The service that verifies identities does not answer.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  #signatureOf(signed: Buffer): string {
    const secret = Buffer.from(this.address.webhookSecret.replace(/^whsec_/, ''), 'base64');
    return createHmac('sha256', secret).update(signed).digest('base64');
  }
}

const pathOf = (vendorRef: string): string => `/sessions/${encodeURIComponent(vendorRef)}`;

const GONE: readonly number[] = [200, 202, 204, 404, 410];

function mustBeGone({ status }: OutboundAnswer): void {
  if (!GONE.includes(status)) throw new BadVendorAnswer(`it answered ${status}`);
}

function jsonOf({ status, body }: OutboundAnswer): unknown {
  if (status !== 200 && status !== 201) throw new BadVendorAnswer(`it answered ${status}`);
  const answer = parsed(body);
  if (answer === undefined) throw new BadVendorAnswer('the answer is no JSON');
  return answer;
}

function refIn(body: Buffer): string {
  const parsedBody = parsed(body);
  const id = typeof parsedBody === 'object' && parsedBody !== null && 'id' in parsedBody ? parsedBody.id : undefined;
  if (!isVendorRef(id)) throw VendorErrors.webhookRefused('The webhook names no session.');
  return id;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Provides the vendor that is configured in the settings. */
@Injectable()
export class ConfiguredVendor extends LiveVendor {
  readonly #vendor: IdvVendor | undefined;
  readonly takesNewSessions: boolean;

  constructor(@Inject(CONFIG) config: Config, outbound: Outbound, clock: Clock) {
    super();
    const { idvVendorUrl: url, idvVendorToken: token, idvVendorWebhookSecret: webhookSecret } = config;
    this.takesNewSessions = config.idvEngine === 'vendor';
    if (url && token && webhookSecret) this.#vendor = new HttpVendor({ url, token, webhookSecret }, outbound, clock);
  }

  get(): IdvVendor | undefined {
    return this.#vendor;
  }
}
