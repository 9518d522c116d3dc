import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { ClientPowerChanged } from '../../auth/contract/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { OperatorRepository } from '../people/operator.repository.js';
import { rolesAt } from '../roles/grants.js';
import { TELL_OWNER } from './notify-owner.job.js';

/**
 * Schedules one mail for each owner of the enterprise about a client that an operator has changed. An invalid address
 * therefore does not delay the other mails.
 */
@EventsHandler(ClientPowerChanged)
export class NotifyOwners implements IEventHandler<ClientPowerChanged> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly operators: OperatorRepository,
  ) {}

  async handle(event: ClientPowerChanged): Promise<void> {
    const { payload: news } = event;
    const owners = (await this.operators.list()).filter(({ grants }) =>
      rolesAt(grants, news.enterpriseId, false).includes('owner'),
    );
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'operators/tell-owners'))) return;
      for (const { sub } of owners) tx.pending.jobs.push({ kind: TELL_OWNER, payload: { owner: sub, news } });
    });
  }
}
