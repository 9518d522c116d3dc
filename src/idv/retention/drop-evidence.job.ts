import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring, RowUpkeep } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { forgetAtVendor } from '../vendor/vendor-jobs.js';
import type { Session } from '../sessions/session.entity.js';
import { Evidence } from '../evidence/evidence.service.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

const SCOPE = Tenant.all('retention ends in every enterprise');
const DROP_EVIDENCE = 'idv/drop-evidence';

/** Drops the evidence of sessions once its retention period has ended. The results of the sessions are kept. */
@Injectable()
@Recurring(DROP_EVIDENCE, { everySeconds: 600, concurrency: 1 })
export class DropEvidence extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly evidence: Evidence,
    private readonly events: SessionEvents,
    private readonly upkeep: RowUpkeep,
    private readonly clock: Clock,
  ) {
    super();
  }

  perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    return this.upkeep.each({
      name: DROP_EVIDENCE,
      signal,
      find: (except, limit) => this.sessions.toDrop(SCOPE, this.clock.now(), except, limit),
      idOf: ({ sessionId }) => sessionId,
      handle: ({ sessionId, enterpriseId, test }) => this.#drop({ tenant: Tenant.of(enterpriseId, test), sessionId }),
    });
  }

  #drop(ref: SessionRef): Promise<void> {
    return this.uow.run(async (tx) => {
      const session = await this.sessions.lock(tx, ref);
      if (!session?.dropAt || session.dropAt > this.clock.now()) return;
      await this.evidence.drop(ref);
      session.endRetention();
      forgetAtVendor(tx, session);
      await tx.save(session);
      this.events.add(tx, ref, { kind: 'evidence-removed', details: { by: 'retention' } });
      noteDrop(tx, session);
    });
  }
}

function noteDrop(tx: Tx, { tenant, sub, sessionId }: Session): void {
  tx.pending.audit.push({ kind: 'idv.evidence-dropped', tenant, subject: sub, details: { sessionId } });
}
