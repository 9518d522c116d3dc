import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { isOverdue, REMIND_OF_REVIEW } from './review.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

type Payload = { readonly enterpriseId: string; readonly test: boolean; readonly sessionId: string };

/** Sends a reminder of a review that has been undecided for fourteen days, as a webhook and a log entry. */
@Injectable()
@HandlesJob(REMIND_OF_REVIEW)
export class RemindOfReview extends JobHandler<Payload> {
  readonly #log = new Logger(RemindOfReview.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform({ enterpriseId, test, sessionId }: Payload): Promise<void> {
    const isReminded = await this.uow.run(async (tx) => {
      const session = await this.sessions.lock(tx, { tenant: Tenant.of(enterpriseId, test), sessionId });
      const now = this.clock.now();
      if (session?.status !== 'REVIEW' || !isOverdue(session.touchedAt, now)) return false;
      await this.changes.remindOfReview(tx, session, now);
      return true;
    });
    if (isReminded) this.#log.warn({ enterpriseId, sessionId }, 'A review has been waiting for more than 14 days');
  }
}
