import { Postponed } from '../../shared/jobs/index.js';
import { OutboundFailure } from '../../shared/outbound/index.js';
import type { Message } from '../contract/message-sender.port.js';
import { EnterpriseMessages } from './enterprise-messages.adapter.js';

const message = { enterpriseId: 'acme', purpose: 'users/test', to: { email: null, mobile: '+49151' } } as Message;
const channel = { url: 'https://messages.acme.example', secret: `whsec_${Buffer.alloc(32).toString('base64')}` };

/** Messages of an enterprise that has a channel of its own, which the test answers. */
const messages = (send: () => Promise<{ status: number }>) =>
  new EnterpriseMessages(
    {} as never,
    { ofEnterprise: () => Promise.resolve(channel) } as never,
    { send } as never,
    { now: () => new Date(1_800_000_000_000) },
    { messages: 'on' } as never,
  );

describe('The messages of an enterprise', () => {
  it('are postponed while its server has as many as it may have at once', async () => {
    let answer = (_: { status: number }): void => undefined;
    const answered = new Promise<{ status: number }>((resolve) => (answer = resolve));
    const sender = messages(() => answered);
    const two = [sender.send(message), sender.send(message)];
    await expect(sender.send(message)).rejects.toThrow(Postponed);
    answer({ status: 200 });
    await Promise.all(two);
    await expect(sender.send(message)).resolves.toBeUndefined();
  });

  it('are postponed while its server rests, but not the message that it did not answer', async () => {
    const failure = new OutboundFailure('timeout', 'no answer');
    const sender = messages(() => Promise.reject(failure));
    await expect(sender.send(message)).rejects.toBe(failure);
    await expect(sender.send(message)).rejects.toThrow(Postponed);
  });

  it('are not written while they are postponed, nor given up when none is written', async () => {
    const failure = new OutboundFailure('timeout', 'no answer');
    const sender = messages(() => Promise.reject(failure));
    const write = jest.fn(() => Promise.resolve<Message | undefined>(message));
    await expect(sender.writeAndSend('acme', () => Promise.resolve(undefined))).resolves.toBeUndefined();
    await expect(sender.writeAndSend('acme', write)).rejects.toBe(failure);
    await expect(sender.writeAndSend('acme', write)).rejects.toThrow(Postponed);
    expect(write).toHaveBeenCalledTimes(1);
  });
});
