import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { CredentialsChanged } from '../../auth/contract/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { OPERATORS_ENTERPRISE, UserLeftActive } from '../../users/contract/index.js';
import { ConsoleSessionRepository } from './console-session.repository.js';

/**
 * Ends the sessions of an operator who was blocked or invited again, or whose passkeys have changed. It runs before the
 * response is sent.
 */
@EventsHandler(UserLeftActive, CredentialsChanged)
export class EndSessionsOfOperator implements IEventHandler<UserLeftActive | CredentialsChanged> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: ConsoleSessionRepository,
  ) {}

  async handle(event: UserLeftActive | CredentialsChanged): Promise<void> {
    const { sub, enterpriseId } = event.payload;
    if (enterpriseId !== OPERATORS_ENTERPRISE) return;
    await this.uow.run(async (tx) => {
      if (await tx.firstTime(event, 'operators/end-sessions')) await this.sessions.endAllOf(tx, sub);
    });
  }
}
