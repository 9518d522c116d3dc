import { join } from 'node:path';
import { Inject, Injectable, type Provider } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { Outbound, outboundTrust } from '../../shared/outbound/index.js';
import { DevelopmentStart, type StartNote } from '../../shared/observability/index.js';
import { COMMON_SENDER, Mailbox, MessageSender } from '../contract/message-sender.port.js';
import { EnterpriseMessages } from './enterprise-messages.adapter.js';
import { MailboxFolder } from './mailbox-folder.adapter.js';
import { SmtpSender } from './smtp.adapter.js';
import { WebhookMessages } from './webhook-messages.adapter.js';

/** Sends no messages (`MESSAGES=off`): the enterprise delivers all codes itself. */
export class NoMessages extends MessageSender {
  canReach(): Promise<boolean> {
    return Promise.resolve(false);
  }

  send(): Promise<void> {
    return Promise.reject(new Error('MESSAGES=off: no message is sent'));
  }
}

/**
 * Creates the sender that the settings select. The configuration check has already refused a production configuration
 * without a mail server.
 */
export function senderFor(config: Config): MessageSender {
  const { messages, smtpUrl: url, mailFrom: from, smtpTls, dataDir, managementUrl } = config;
  if (messages === 'off') return new NoMessages();
  if (url && from) return new SmtpSender({ url, from, plain: smtpTls === 'off', trust: outboundTrust(config) });
  return new MailboxFolder(join(dataDir, 'mailbox'), `${managementUrl}/docs/mailbox`);
}

/**
 * Creates the sender for users whose enterprise has no message channel: the message server (`MESSAGES_URL`) if the
 * settings name one, or else the sender that `senderFor` creates.
 */
export function messageSenderFor(config: Config, outbound: Outbound, clock: Clock): MessageSender {
  const { messages, messagesUrl: url, messagesSecret: secret } = config;
  if (messages === 'off' || url === undefined || secret === undefined) return senderFor(config);
  return new WebhookMessages({ url, secret }, outbound, clock);
}

export const messageSenders: Provider[] = [
  { provide: COMMON_SENDER, inject: [CONFIG, Outbound, Clock], useFactory: messageSenderFor },
  { provide: MessageSender, useClass: EnterpriseMessages },
];

/** Prints the URL of the mailbox when the service starts in development. */
@Injectable()
export class MailboxNote extends DevelopmentStart {
  constructor(
    @Inject(COMMON_SENDER) private readonly sender: MessageSender,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  onDevelopmentStart(): Promise<StartNote | undefined> {
    const note = { label: 'Mailbox', value: `${this.config.managementUrl}/docs/mailbox` };
    return Promise.resolve(this.sender instanceof Mailbox ? note : undefined);
  }
}
