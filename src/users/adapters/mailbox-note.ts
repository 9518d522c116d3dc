import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DevelopmentStart, type StartNote } from '../../shared/operations/development-start.js';
import { Mailbox } from '../mailbox.js';
import { MessageSender } from '../message-sender.js';

/** Tells a developer where messages go. */
@Injectable()
export class MailboxNote extends DevelopmentStart {
  constructor(
    private readonly sender: MessageSender,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  onDevelopmentStart(): Promise<StartNote | undefined> {
    const note = { label: 'Mailbox', value: `${this.config.managementUrl}/docs/mailbox` };
    return Promise.resolve(this.sender instanceof Mailbox ? note : undefined);
  }
}
