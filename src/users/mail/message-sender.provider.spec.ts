import { readConfig } from '../../config.js';
import { MailboxFolder } from './mailbox-folder.adapter.js';
import { messageSenderFor, NoMessages, senderFor } from './message-sender.provider.js';
import { WebhookMessages } from './webhook-messages.adapter.js';
import { SmtpSender } from './smtp.adapter.js';

const sender = (env: Record<string, string> = {}) => senderFor(readConfig({ NODE_ENV: 'development', ...env }));
const SMTP = { SMTP_URL: 'smtps://user:p%40ss@mail.example.com', MAIL_FROM: 'no-reply@example.com' };

describe('Messages', () => {
  it('go by mail where there is a server, into a folder of development without, and nowhere when off', () => {
    const smtp = sender(SMTP);
    expect(smtp).toBeInstanceOf(SmtpSender);
    expect(sender()).toBeInstanceOf(MailboxFolder);
    expect(sender({ ...SMTP, MESSAGES: 'off' })).toBeInstanceOf(NoMessages);
    (smtp as SmtpSender).onApplicationShutdown();
  });

  it('reach e-mail addresses only, in development as in production, and nobody when off', async () => {
    const [email, mobile] = [
      { email: 'jane@example.com', mobile: null },
      { email: null, mobile: '+4915112345678' },
    ];
    for (const each of [sender(), sender(SMTP)])
      expect([await each.canReach(email), await each.canReach(mobile)]).toEqual([true, false]);
    expect(await sender({ MESSAGES: 'off' }).canReach(email)).toBe(false);
  });

  it('go to a server of the operator alone where one is named, unless off', () => {
    const MESSAGES_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const env = { NODE_ENV: 'development', ...SMTP, MESSAGES_URL: 'https://messages.example/in', MESSAGES_SECRET };
    const chosen = (more: object = {}) => messageSenderFor(readConfig({ ...env, ...more }), {} as never, {} as never);
    expect(chosen()).toBeInstanceOf(WebhookMessages);
    expect(chosen({ MESSAGES: 'off' })).toBeInstanceOf(NoMessages);
    expect(() => chosen({ MESSAGES_SECRET: undefined })).toThrow('MESSAGES_SECRET must be given together');
  });
});
