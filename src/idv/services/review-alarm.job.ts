import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { HandlesJob, JobHandler } from '../../shared/events/jobs/job.js';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import { BoundedProbe } from '../../shared/operations/health.js';
import { MetricsRegistry } from '../../shared/operations/metrics.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { isOverdue, REMIND_OF_REVIEW } from '../domain/review-alarm.js';
import { ReviewRepository } from './review.repository.js';
import { SessionChanges } from './session-changes.service.js';
import { SessionRepository } from './session.repository.js';

type Payload = { readonly enterpriseId: string; readonly test: boolean; readonly sessionId: string };

/** Tells again, by webhook and log, of a review that nobody has decided for fourteen days. */
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
    if (isReminded) this.#log.warn({ enterpriseId, sessionId }, 'A review has waited for more than 14 days');
  }
}

const SCOPE = Tenant.all('the metrics of the whole deployment');
const PATIENCE_MS = 1_000;

/** How many reviews wait. */
@Injectable()
export class ReviewMetrics {
  constructor(registry: MetricsRegistry, reviews: ReviewRepository) {
    const gauge = new Gauge({
      name: 'countersign_idv_reviews',
      help: 'Verifications in review by state: waiting (all of them), overdue (for 14 days or longer).',
      labelNames: ['state'],
      registers: [registry],
      collect: async () => {
        await probe.isAnswered();
      },
    });
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const { waiting, overdue } = await reviews.figures(SCOPE);
      gauge.set({ state: 'waiting' }, waiting);
      gauge.set({ state: 'overdue' }, overdue);
    });
  }
}
