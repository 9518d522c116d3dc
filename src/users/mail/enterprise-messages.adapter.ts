import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { Postponed } from '../../shared/jobs/index.js';
import { Outbound, OutboundFailure } from '../../shared/outbound/index.js';
import { type Addresses, COMMON_SENDER, type Message, MessageSender } from '../contract/message-sender.port.js';
import { MessageChannels } from '../enterprises/message-channels.service.js';
import { WebhookMessages } from './webhook-messages.adapter.js';

/**
 * Maximum concurrent messages to the server of one enterprise, so that a slow server cannot block the messages of all
 * others.
 */
const MOST_AT_ONCE = 2;
const REST_MS = 30_000;
/** How long a message waits, in seconds, if the maximum number of messages is being sent. */
const BUSY_SECONDS = 5;

/**
 * Sends each message through the message channel of its enterprise, or else through the sender that the settings
 * select. If a channel does not respond, it is paused for a while, so that it does not delay other enterprises. A
 * message that must wait for its channel is postponed, which does not use up an attempt of its job.
 */
@Injectable()
export class EnterpriseMessages extends MessageSender {
  readonly #waiting = new Map<string, number>();
  readonly #restsUntil = new Map<string, number>();

  constructor(
    @Inject(COMMON_SENDER) private readonly common: MessageSender,
    private readonly channels: MessageChannels,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'messages'>,
  ) {
    super();
  }

  async canReach(to: Addresses, enterpriseId?: string): Promise<boolean> {
    return (await this.#senderOf(enterpriseId)).canReach(to);
  }

  override async mailedTo(to: Addresses, enterpriseId?: string): Promise<string | null> {
    return (await this.#senderOf(enterpriseId)).mailedTo(to);
  }

  send(message: Message): Promise<void> {
    return this.writeAndSend(message.enterpriseId ?? '', () => Promise.resolve(message));
  }

  /** Writes the message in its turn, so that a message that is postponed has not been written. */
  override async writeAndSend(enterpriseId: string, write: () => Promise<Message | undefined>): Promise<void> {
    const sender = await this.#senderOf(enterpriseId);
    const send = () => sender.writeAndSend(enterpriseId, write);
    return sender === this.common ? send() : this.#inTurn(enterpriseId, send);
  }

  async #senderOf(enterpriseId: string | undefined): Promise<MessageSender> {
    if (!enterpriseId || this.config.messages === 'off') return this.common;
    const channel = await this.channels.ofEnterprise(enterpriseId);
    return channel ? new WebhookMessages({ ...channel, owner: enterpriseId }, this.outbound, this.clock) : this.common;
  }

  async #inTurn(enterpriseId: string, send: () => Promise<void>): Promise<void> {
    const waiting = this.#waiting.get(enterpriseId) ?? 0;
    if (this.#rests(enterpriseId))
      throw new Postponed('The receiver of messages of the enterprise rests', REST_MS / 1_000);
    if (waiting >= MOST_AT_ONCE)
      throw new Postponed('The receiver of messages of the enterprise is busy', BUSY_SECONDS);
    this.#waiting.set(enterpriseId, waiting + 1);
    try {
      await send();
      this.#restsUntil.delete(enterpriseId);
    } catch (error) {
      if (error instanceof OutboundFailure) this.#restsUntil.set(enterpriseId, this.clock.now().getTime() + REST_MS);
      throw error;
    } finally {
      const left = (this.#waiting.get(enterpriseId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(enterpriseId, left);
      else this.#waiting.delete(enterpriseId);
    }
  }

  #rests(enterpriseId: string): boolean {
    const until = this.#restsUntil.get(enterpriseId);
    if (until === undefined) return false;
    if (until > this.clock.now().getTime()) return true;
    this.#restsUntil.delete(enterpriseId);
    return false;
  }
}
