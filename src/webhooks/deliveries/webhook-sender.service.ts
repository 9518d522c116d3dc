import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import { Outbound, OutboundFailure, signatureHeaders } from '../../shared/outbound/index.js';
import { ANSWER_BYTES, type AnsweredAttempt, type DeliveryContent } from './webhook-delivery.js';

const TIMEOUT_MS = 15_000;

export interface Sending {
  readonly enterpriseId: string;
  readonly url: string;
  readonly eventId: string;
  readonly content: DeliveryContent;
  readonly secrets: readonly string[];
}

/** Sends one signed request, and returns its result. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {}

  /** Sends one signed request. Each attempt is signed with a new timestamp; body and `webhook-id` stay the same. */
  async send(sending: Sending, signal: AbortSignal): Promise<AnsweredAttempt> {
    const {
      eventId: id,
      content: { body },
      secrets,
    } = sending;
    const at = this.clock.now();
    const begun = performance.now();
    const outcome = await this.#outcome(sending, signatureHeaders({ id, at, body }, secrets), signal);
    return { at: at.toISOString(), ms: Math.round(performance.now() - begun), ...outcome };
  }

  async #outcome(
    { enterpriseId: owner, url, content: { body } }: Sending,
    signature: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Pick<AnsweredAttempt, 'status' | 'error' | 'answer'>> {
    const headers = { 'Content-Type': 'application/json', ...signature };
    try {
      const { status, body: answered } = await this.outbound.send({
        purpose: 'webhook',
        owner,
        url,
        method: 'POST',
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
        signal,
      });
      const answer = answered.length > 0 && { answer: beginningOf(answered) };
      return { status, ...answer, ...((status < 200 || status > 299) && { error: 'status' }) };
    } catch (error) {
      if (error instanceof OutboundFailure) return { error: error.kind };
      throw error;
    }
  }
}

/**
 * Decodes the beginning of a response. Replaces bytes that are not valid UTF-8, and NUL, which PostgreSQL cannot store
 * in text.
 */
const beginningOf = (answer: Buffer): string =>
  answer.subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\u0000', '\ufffd');
