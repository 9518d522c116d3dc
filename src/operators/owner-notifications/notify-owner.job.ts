import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { MessageSender, Undeliverable, UserDirectory } from '../../users/contract/index.js';
import { OperatorNames } from '../contract/operator-names.port.js';
import { OperatorRepository } from '../people/operator.repository.js';
import { clientPowerMail, type ClientPowerNews } from './client-power-mail.js';

export const TELL_OWNER = 'operators/tell-owner';

type Notice = {
  /** The `sub` of the owner who gets the mail. */
  readonly owner: string;
  readonly news: ClientPowerNews;
};

/** Mails one owner what an operator has done to a client. */
@Injectable()
@HandlesJob(TELL_OWNER, { concurrency: 2 })
export class NotifyOwner extends JobHandler<Notice> {
  readonly #log = new Logger(NotifyOwner.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly operators: OperatorRepository,
    private readonly names: OperatorNames,
    private readonly users: UserDirectory,
    private readonly sender: MessageSender,
  ) {
    super();
  }

  async perform({ owner, news }: Notice): Promise<void> {
    const found = await this.operators.find(owner);
    // The owner has been removed in the meantime, or was created for an emergency and has no mailbox.
    if (!found || found.endsAt !== null) return;
    if ((await this.users.statusOf(owner)) === 'BLOCKED') return;
    const { by, agreedBy } = news;
    const cards = await this.names.of([owner, by, ...(agreedBy === null ? [] : [agreedBy])]);
    const to = { email: cards.get(owner)?.emailId ?? found.userId, mobile: null };
    if (!(await this.sender.canReach(to))) return;
    const nameOf = (sub: string): string => cards.get(sub)?.name ?? sub;
    const named = { ...news, by: nameOf(by), agreedBy: agreedBy && nameOf(agreedBy) };
    try {
      await this.sender.send({ to, ...clientPowerMail(this.config.brandName, this.config.consoleUrl, named) });
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      this.#log.warn({ sub: owner, err: error }, 'A mail to an owner cannot be delivered');
    }
  }
}
