import { readConfig } from '../../config.js';
import { MailboxFolder } from './mailbox-folder.adapter.js';
import { senderFor } from './message-sender.provider.js';
import { NoMessages } from './no-messages.adapter.js';
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

  it('reach e-mail addresses only, in development as in production, and nobody when off', () => {
    const [email, mobile] = [
      { email: 'jane@example.com', mobile: null },
      { email: null, mobile: '+4915112345678' },
    ];
    for (const each of [sender(), sender(SMTP)])
      expect([each.canReach(email), each.canReach(mobile)]).toEqual([true, false]);
    expect(sender({ MESSAGES: 'off' }).canReach(email)).toBe(false);
  });
});
