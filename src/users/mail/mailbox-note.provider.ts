import { Inject, Injectable } from '@nestjs/common';
import { COMMON_SENDER, Mailbox, MessageSender } from '../contract/message-sender.port.js';
import { CONFIG, type Config } from '../../config.js';
import { DevelopmentStart, type StartNote } from '../../shared/observability/index.js';

/** Tells a developer at the start where messages can be read. */
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
