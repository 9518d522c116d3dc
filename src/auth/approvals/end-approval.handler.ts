import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { NotificationClosed } from '../../notifications/contract/index.js';
import { Clock, newId } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { ApprovalDevice, type ApprovalOutcome } from '../contract/index.js';
import type { Approval } from './approval.entity.js';
import { answerThatApproves } from './approval-content.js';
import { type ApprovalStep, stepAfter } from './approval-state.js';
import { ApprovalRepository } from './approval.repository.js';
import { PING_CLIENT } from './ping-client.job.js';

/**
 * Ends an approval when its notification is closed. The result and the job that pings the client are stored in one
 * transaction, so the client is pinged even if this process crashes.
 */
@EventsHandler(NotificationClosed)
export class EndApproval implements IEventHandler<NotificationClosed> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rows: ApprovalRepository,
    private readonly device: ApprovalDevice,
    private readonly clock: Clock,
  ) {}

  async handle(event: NotificationClosed): Promise<void> {
    const { notificationUuid, approvalId, by, ...user } = event.payload;
    // Most notifications belong to no approval. They are skipped without opening a transaction.
    if (approvalId === undefined || !(await this.rows.isOne(notificationUuid))) return;
    const outcome = by === 'answer' ? await this.device.outcome(user, notificationUuid) : undefined;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/end-approval'))) return;
      const approval = await this.rows.lockOf(tx, notificationUuid);
      if (approval?.state !== 'OPEN') return;
      this.#end(approval, stepOf(approval, by, outcome), outcome);
      await tx.save(approval);
      const { idHash, clientId, state, sub, tenant, sealedPing, types } = approval;
      const details = { clientId, notificationUuid, types, outcome: state };
      tx.pending.audit.push({ kind: 'auth.approval-ended', tenant, subject: sub, details });
      if (sealedPing) tx.pending.jobs.push({ kind: PING_CLIENT, payload: { idHash }, lane: clientId });
    });
  }

  #end(approval: Approval, step: ApprovalStep, outcome: ApprovalOutcome | undefined): void {
    const now = this.clock.now();
    approval.end(step, now, step === 'approve' && outcome?.state === 'answered' ? answerOf(outcome) : null);
  }
}

function answerOf({ deviceId, evidenceDigest, answeredAt }: Extract<ApprovalOutcome, { state: 'answered' }>) {
  return { deviceId, evidenceDigest, at: Math.floor(answeredAt.getTime() / 1000), grantId: newId() };
}

/** Approves only if the answer contains the digest of exactly this request. */
function stepOf({ request }: Approval, by: string, outcome: ApprovalOutcome | undefined): ApprovalStep {
  if (by !== 'answer') return stepAfter[by] ?? 'fail';
  return outcome?.state === 'answered' && outcome.action === answerThatApproves(request) ? 'approve' : 'decline';
}
