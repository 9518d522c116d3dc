import { createHmac } from 'node:crypto';
import type { Clock } from '../../shared/kernel/index.js';
import { Outbound, type OutboundAnswer, OutboundFailure } from '../../shared/outbound/index.js';
import { Undeliverable } from '../contract/message-sender.port.js';
import { WebhookMessages } from './webhook-messages.adapter.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MESSAGE = {
  to: { email: null, mobile: '+4915112345678' },
  purpose: 'users/recovery-code',
  enterpriseId: 'acme',
  code: 'K7PQ2-MZX9A',
  language: 'en',
  subject: 'Your code',
  text: 'K7PQ2-MZX9A',
  html: '<p>K7PQ2-MZX9A</p>',
};

const CLOCK: Clock = { now: () => new Date() };
type OutboundRequest = Parameters<Outbound['send']>[0];

class Receiver extends Outbound {
  readonly got: OutboundRequest[] = [];
  constructor(private readonly answer: () => number) {
    super();
  }

  send(request: OutboundRequest): Promise<OutboundAnswer> {
    this.got.push(request);
    return Promise.resolve({ status: this.answer(), headers: {}, body: Buffer.from(MESSAGE.text) });
  }
}

const sending = async (answer: () => number) => {
  const receiver = new Receiver(answer);
  const sender = new WebhookMessages({ url: 'https://messages.example/in', secret: SECRET }, receiver, CLOCK);
  const failed = await sender.send(MESSAGE).catch((error: unknown) => error);
  return { sender, failed, call: receiver.got[0]! };
};

describe('A receiver of messages', () => {
  it('gets each message signed as webhooks are, for whoever has an address of any kind', async () => {
    const { sender, failed, call } = await sending(() => 204);
    expect(failed).toBeUndefined();
    const { headers = {}, body, timeoutMs } = call;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${String(body)}`;
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(JSON.parse(String(body))).toEqual({ type: 'message', timestamp: expect.any(String), data: MESSAGE });
    expect(timeoutMs).toBeLessThanOrEqual(15_000);
    expect(await sender.canReach(MESSAGE.to)).toBe(true);
    expect(await sender.canReach({ email: null, mobile: null })).toBe(false);
    expect(await sender.mailedTo({ email: 'jane@example.com', mobile: null })).toBe('jane@example.com');
    expect(await sender.mailedTo({ email: 'jane@example.com', mobile: '+4915112345678' })).toBeNull();
  });

  it.each([
    ['refuses', () => 503],
    ['redirects', () => 302],
    ['hangs', () => { throw new OutboundFailure('timeout', 'late'); }], // oxfmt-ignore
  ])('that %s is tried again, and no error quotes the message', async (_what, answer) => {
    const { failed } = await sending(answer);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(Undeliverable);
    expect(`${(failed as Error).message}${JSON.stringify(failed)}`).not.toContain(MESSAGE.text);
  });

  it('that knows no such person says so, and is not tried again', async () => {
    expect((await sending(() => 422)).failed).toBeInstanceOf(Undeliverable);
  });
});
