import type { Fetch } from '@countersign/node';
import { later } from '../shared/kernel/index.js';
import type { WebClient } from './sign-in.js';

export interface AgentPayment {
  readonly to: string;
  readonly amount: string;
}

interface Options {
  readonly issuer: string;
  readonly client: WebClient;
}

/** A payment request that the service has accepted. The assistant polls for its result. */
export interface Asked {
  readonly authReqId: string;
  readonly notificationUuid: string;
  readonly intervalSeconds: number;
}

type Outcome =
  | { readonly state: 'allowed'; readonly details: unknown }
  | { readonly state: 'refused'; readonly why: string };

const GRANT = 'urn:openid:params:grant-type:ciba';
const BOOKSHOP_IBAN = 'DE02100100109307118603';
const LONGER_SECONDS = 5;

const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: 'She did not allow it.',
  expired_token: 'She did not answer in time.',
  transaction_failed: 'The request was cancelled.',
};

/**
 * The assistant of a customer. It asks for one payment and, once the customer has signed it, gets a token for this
 * payment only (OpenID Connect CIBA, RFC 9396). `examples/agent` does the same with the library openid-client.
 */
export class Agent {
  constructor(private readonly options: Options) {}

  async ask(userId: string, { to, amount }: AgentPayment, fetch: Fetch): Promise<Asked> {
    const payment = {
      type: 'payment_initiation',
      instructedAmount: { amount, currency: 'EUR' },
      creditorName: to,
      creditorAccount: { iban: BOOKSHOP_IBAN },
    };
    const asked = { scope: 'openid', login_hint: userId, authorization_details: JSON.stringify([payment]) };
    const { ok, told } = await this.#send('bc-authorize', asked, fetch);
    if (!ok) throw new Error(String(told['error_description'] ?? told['error']));
    return {
      authReqId: String(told['auth_req_id']),
      notificationUuid: String(told['notification_uuid']),
      intervalSeconds: Number(told['interval'] ?? LONGER_SECONDS),
    };
  }

  /**
   * Polls at the interval that the service allows, until the payment is allowed or refused. The loop needs no limit,
   * because every request expires at the service.
   */
  async outcomeOf({ authReqId, intervalSeconds }: Asked, fetch: Fetch): Promise<Outcome> {
    for (let seconds = intervalSeconds; ;) {
      await new Promise<void>((done) => later(done, seconds * 1_000));
      const { ok, told } = await this.#send('token', { grant_type: GRANT, auth_req_id: authReqId }, fetch);
      if (ok) return { state: 'allowed', details: told['authorization_details'] };
      const error = String(told['error']);
      if (error === 'slow_down') seconds += LONGER_SECONDS;
      else if (error !== 'authorization_pending') return { state: 'refused', why: REFUSALS[error] ?? error };
    }
  }

  async #send(endpoint: string, fields: Record<string, string>, fetch: Fetch) {
    const { issuer, client } = this.options;
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    const response = await fetch(`${issuer}/oauth/${endpoint}`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(fields),
    });
    return { ok: response.ok, told: (await response.json()) as Readonly<Record<string, unknown>> };
  }
}
