import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { DemoSetup } from './demo-clients.js';

interface Message {
  readonly to: { readonly email: string | null };
  readonly subject: string;
  readonly text: string;
}

export interface KeptMail {
  readonly subject: string;
  readonly text: string;
  /** The activation code in the mail. */
  readonly code: string | undefined;
}

/** Reads e-mails that the service did not send but stored for developers, who can see them at `/docs/mailbox`. */
@Injectable()
export class Mail {
  constructor(
    private readonly setup: DemoSetup,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the newest stored e-mail to this address. Undefined if there is none, or if the service actually sends its
   * e-mail.
   */
  async newestTo(address: string): Promise<KeptMail | undefined> {
    const response = await this.setup.fetch(`${this.config.managementUrl}/docs/mailbox.json`, {});
    if (!response.ok) return undefined;
    const { messages } = (await response.json()) as { messages: readonly Message[] };
    const found = messages.find(({ to }) => to.email === address);
    return (
      found && { subject: found.subject, text: found.text, code: /\b[A-Z\d]{5}-[A-Z\d]{5}\b/.exec(found.text)?.[0] }
    );
  }
}
