import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { NotificationClosed } from '../../../notifications/contract/index.js';
import { ApprovalDevice, CredentialsChanged, NOT_ME } from '../../contract/index.js';
import { FactorRecoveries } from './factor-recoveries.service.js';
import { IdvFinished } from '../../../idv/contract/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { FactorRecoveryRepository } from './factor-recovery.repository.js';

const NEW_PASSWORD: readonly string[] = ['passwordChanged', 'recovered', 'recoveredByPasskey'];

/** Stops the replacement of a second factor if the user answers “It wasn’t me” on a phone, or changes the password. */
@EventsHandler(NotificationClosed, CredentialsChanged)
export class StopFactorRecovery implements IEventHandler<NotificationClosed | CredentialsChanged> {
  constructor(
    private readonly recoveries: FactorRecoveries,
    private readonly phones: ApprovalDevice,
  ) {}

  async handle(event: NotificationClosed | CredentialsChanged): Promise<void> {
    if (event instanceof CredentialsChanged) return this.#changed(event);
    const { approvalId, by, notificationUuid, ...user } = event.payload;
    if (approvalId === undefined || by !== 'answer') return;
    if ((await this.recoveries.openOf(user.sub))?.id !== approvalId) return;
    const outcome = await this.phones.outcome(user, notificationUuid);
    if (outcome.state !== 'answered' || outcome.action !== NOT_ME) return;
    await this.recoveries.stop(user.sub, 'phone', approvalId);
  }

  async #changed({ payload: { sub, change }, occurredAt }: CredentialsChanged): Promise<void> {
    const open = NEW_PASSWORD.includes(change) && (await this.recoveries.openOf(sub));
    if (open && open.startedAt <= new Date(occurredAt)) await this.recoveries.stop(sub, 'user', open.id);
  }
}

/**
 * Processes the result of an identity check for a lost second factor. Results of other verifications are ignored after
 * one look-up.
 */
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
