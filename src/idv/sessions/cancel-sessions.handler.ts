import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { UserDirectory, UserStatusChanged } from '../../users/contract/index.js';
import { isEligible } from './rules/session-status.js';
import { SessionChanges } from './session-changes.service.js';
import { SessionRepository } from './session.repository.js';

/** Cancels the open sessions of a user whose new status does not allow verification. */
@EventsHandler(UserStatusChanged)
export class CancelSessionsOfUser implements IEventHandler<UserStatusChanged> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
    private readonly users: UserDirectory,
  ) {}

  async handle(event: UserStatusChanged): Promise<void> {
    const { sub, enterpriseId, test, to } = event.payload;
    if (isEligible(to)) return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'idv/cancel-sessions-of-user'))) return;
      const now = this.changes.now;
      const open = await this.sessions.lockOpenOf(tx, Tenant.of(enterpriseId, test), sub);
      // If the user's status allows verification again by now, sessions that were opened after the status change stay
      // open.
      const status = await this.users.statusOf(sub);
      const mayAgain = status !== undefined && isEligible(status);
      for (const session of open.filter(({ createdAt }) => !mayAgain || createdAt <= new Date(event.occurredAt))) {
        await this.changes.apply(tx, session, now, () =>
          session.end(session.isDue(now) ? 'EXPIRED' : 'CANCELLED', [], now),
        );
      }
    });
  }
}
