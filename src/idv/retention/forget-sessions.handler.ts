import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { UserErased } from '../../users/contract/index.js';
import { Evidence } from '../evidence/evidence.service.js';
import { FaceTemplateRepository } from '../faces/face-template.repository.js';
import { ReviewRepository } from '../reviews/review.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { forgetAtVendor } from '../vendor/vendor-jobs.js';

const SCOPE = Tenant.all('the sessions of a user are of one enterprise');

/** Deletes all sessions of an erased user together with their evidence, and the stored face template of the user. */
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
      for (const { ref } of await this.sessions.allOf(SCOPE, event.payload.sub)) {
        const session = await this.sessions.lock(tx, ref);
        if (session) forgetAtVendor(tx, session);
        await this.evidence.drop(ref);
        this.reviews.removeOf(tx, ref);
        this.sessions.remove(tx, ref);
      }
      await this.faces.remove(tx, SCOPE, event.payload.sub);
    });
  }
}
