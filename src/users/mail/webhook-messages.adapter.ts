import { type Clock, newId } from '../../shared/kernel/index.js';
import { type Outbound, signatureHeaders } from '../../shared/outbound/index.js';
import { type Addresses, type Message, MessageSender, Undeliverable } from '../contract/message-sender.port.js';
import type { MessageChannel } from '../enterprises/enterprise-profile.js';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 4_096;
/** The HTTP status by which the message server reports that it cannot reach the person at this address. */
const NOBODY_THERE = 422;

export interface MessageReceiver extends MessageChannel {
  /** The enterprise that configured the message server. Absent if it is configured in the settings of the service. */
  readonly owner?: string;
}

/** Posts each message to a message server of the service or of an enterprise, which delivers it to the person. */
export class WebhookMessages extends MessageSender {
  constructor(
    private readonly receiver: MessageReceiver,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {
    super();
  }

  canReach({ email, mobile }: Addresses): Promise<boolean> {
    return Promise.resolve(email !== null || mobile !== null);
  }

  /**
   * Returns the mail address if the person has no phone number: the message can then only be sent by mail. Returns null
   * otherwise, because the message server may send the message to the phone.
   */
  override mailedTo({ email, mobile }: Addresses): Promise<string | null> {
    return Promise.resolve(mobile === null ? email : null);
  }

  /**
   * Posts the message. Each attempt has its own message id, so a server that accepted a message but responded too late
   * delivers it twice.
   */
  async send({ to, purpose, enterpriseId, language, subject, text, html, code }: Message): Promise<void> {
    const at = this.clock.now();
    const data = { purpose, enterpriseId, to, language, subject, text, html, code };
    const body = JSON.stringify({ type: 'message', timestamp: at.toISOString(), data });
    const signature = signatureHeaders({ id: newId(), at, body }, [this.receiver.secret]);
    const status = await this.#post(body, { 'Content-Type': 'application/json', ...signature });
    if (status === NOBODY_THERE) throw new Undeliverable('The receiver of messages reaches nobody there (422)');
    if (status < 200 || status > 299) throw new Error(`The receiver of messages did not take it (${status})`);
  }

  /**
   * Posts a request and returns only the HTTP status. The response body is ignored, because it might quote the message.
   */
  async #post(body: string, headers: Readonly<Record<string, string>>): Promise<number> {
    const { url, owner } = this.receiver;
    const call = { purpose: 'message', method: 'POST', url, headers, body, ...(owner && { owner }) } as const;
    return (await this.outbound.send({ ...call, timeoutMs: TIMEOUT_MS, mostBytes: ANSWER_BYTES })).status;
  }
}
