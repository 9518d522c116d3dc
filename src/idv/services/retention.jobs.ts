import { Injectable } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { JobHandler, Recurring, type JobRun } from '../../shared/events/jobs/job.js';
import { RowUpkeep } from '../../shared/events/upkeep/row-upkeep.js';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { UserErased } from '../../users/contract/index.js';
import type { SessionRef } from '../domain/evidence.js';
import { removalAtVendor } from '../domain/vendor-jobs.js';
import type { Session } from '../entities/session.entity.js';
import { Evidence } from './evidence.service.js';
import { FaceTemplateRepository } from './faces/face-template.repository.js';
import { ReviewRepository } from './review.repository.js';
import { SessionRepository } from './session.repository.js';

const SCOPE = Tenant.all('retention ends in every enterprise');
const DROP_EVIDENCE = 'idv/drop-evidence';

/** Drops the evidence of sessions whose retention is over. What they ended with stays. */
@Injectable()
@Recurring(DROP_EVIDENCE, { everySeconds: 600, concurrency: 1 })
export class DropEvidence extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly evidence: Evidence,
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
      noteDrop(tx, session);
    });
  }
}

function forgetAtVendor(tx: Tx, { vendorRef }: Session): void {
  if (vendorRef !== null) tx.pending.jobs.push(removalAtVendor(vendorRef));
}

function noteDrop(tx: Tx, { tenant, sub, sessionId }: Session): void {
  tx.pending.audit.push({ kind: 'idv.evidence-dropped', tenant, subject: sub, details: { sessionId } });
}

/** Deletes the sessions of a user who has been erased, with everything in them, and the face that was kept. */
@EventsHandler(UserErased)
export class ForgetSessions implements IEventHandler<UserErased> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly reviews: ReviewRepository,
    private readonly evidence: Evidence,
    private readonly faces: FaceTemplateRepository,
  ) {}

  async handle(event: UserErased): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'idv/forget-sessions'))) return;
      for (const session of await this.sessions.allOf(SCOPE, event.payload.sub)) {
        const { ref } = session;
        await this.sessions.lock(tx, ref);
        forgetAtVendor(tx, session);
        await this.evidence.drop(ref);
        await this.reviews.removeOf(tx, ref);
        await this.sessions.remove(tx, ref);
      }
      await this.faces.remove(tx, SCOPE, event.payload.sub);
    });
  }
}
