import { Injectable } from '@nestjs/common';
import { Clock, DomainError } from '../../../shared/kernel/index.js';
import { HandlesJob, JobHandler } from '../../../shared/jobs/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { AccountNotices, Enterprises, UserDirectory, type UserRef } from '../../../users/contract/index.js';
import { ClientRegistry } from '../../client/client-registry.service.js';
import { ApprovalDevice } from '../../contract/index.js';
import { FOLLOW_FACTOR_RECOVERY } from './factor-recoveries.service.js';
import type { FactorRecovery } from './factor-recovery.entity.js';
import { FactorRecoveryRepository } from './factor-recovery.repository.js';
import { actionsOfRecovery, textsOfRecovery } from './factor-recovery.words.js';

/**
 * `begun`: asks the user on their phones whether they started the replacement. `ready`: tells the user that the waiting
 * period has ended. `over`: cancels the question on the phones.
 */
type Payload = { readonly id: string; readonly step: 'begun' | 'ready' | 'over' };

/** Informs the user about the replacement of a second factor, on the phone and by mail. */
@Injectable()
@HandlesJob(FOLLOW_FACTOR_RECOVERY, { concurrency: 4 })
export class FollowFactorRecovery extends JobHandler<Payload> {
  constructor(
    private readonly rows: FactorRecoveryRepository,
    private readonly users: UserDirectory,
    private readonly clients: ClientRegistry,
    private readonly enterprises: Enterprises,
    private readonly phones: ApprovalDevice,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform({ id, step }: Payload): Promise<void> {
    const recovery = await this.rows.find(id);
    const user = recovery && (await this.users.find(recovery.sub));
    if (!user) return;
    if (step === 'over') return this.#endQuestion(user.ref, recovery);
    if (recovery.state !== 'WAITING' || !recovery.isOpen(this.clock.now())) return;
    if (step === 'begun') return this.#ask(user.ref, recovery);
    await this.uow.run((tx) => {
      this.notices.tell(tx, recovery.sub, 'factorRecoveryReady');
      return Promise.resolve();
    });
  }

  /** Sends the question only once, even if the job runs twice. Users without a phone are informed by mail only. */
  async #ask(user: UserRef, { id, clientId, origin, readyAt, endsAt }: FactorRecovery): Promise<void> {
    if (!readyAt || (await this.phones.devicesOf(user)).length === 0) return;
    const clientName = (await this.clients.find(clientId))?.record.clientName ?? clientId;
    const brand = (await this.enterprises.find(user.enterpriseId))?.name ?? user.enterpriseId;
    try {
      const notificationUuid = await this.phones.ask(user, {
        ...{ requestId: id, clientId, actions: actionsOfRecovery, hint: null },
        texts: textsOfRecovery({ brand, clientName, origin, readyAt }),
        expiresInSeconds: Math.ceil((endsAt.getTime() - this.clock.now().getTime()) / 1000),
      });
      await this.rows.noteQuestion(id, notificationUuid);
      if ((await this.rows.find(id))?.state !== 'WAITING') await this.phones.cancel(user, notificationUuid);
    } catch (error) {
      if (!(error instanceof DomainError && error.kind.spec.status < 500)) throw error;
    }
  }

  async #endQuestion(user: UserRef, { notificationUuid }: FactorRecovery): Promise<void> {
    if (notificationUuid !== null) await this.phones.cancel(user, notificationUuid);
  }
}
