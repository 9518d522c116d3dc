import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { IdvFinished } from '../../../idv/contract/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { FactorRecoveries } from './factor-recoveries.service.js';
import { FactorRecoveryRepository } from './factor-recovery.repository.js';

/** Handles the end of an identity check for a lost second factor. Other verifications are ignored after one look-up. */
@EventsHandler(IdvFinished)
export class FollowIdentityCheck implements IEventHandler<IdvFinished> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rows: FactorRecoveryRepository,
    private readonly recoveries: FactorRecoveries,
  ) {}

  async handle(event: IdvFinished): Promise<void> {
    const { sessionId, status } = event.payload;
    if (!(await this.rows.isCheck(sessionId))) return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/follow-identity-check'))) return;
      await this.recoveries.followCheck(tx, sessionId, status === 'VERIFIED');
    });
  }
}
