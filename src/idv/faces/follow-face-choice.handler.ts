import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { IdvFinished } from '../contract/idv.events.js';
import { KEEP_FACE } from './keep-face.job.js';

/**
 * After each successful verification, starts a job that stores or deletes the user's face, depending on what the user
 * chose in that verification.
 */
@EventsHandler(IdvFinished)
export class FollowFaceChoice implements IEventHandler<IdvFinished> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle(event: IdvFinished): Promise<void> {
    const { sessionId, enterpriseId, test, status } = event.payload;
    if (status !== 'VERIFIED') return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, KEEP_FACE))) return;
      const payload = { sessionId, enterpriseId, test };
      tx.pending.jobs.push({ kind: KEEP_FACE, payload, dedupeKey: sessionId });
    });
  }
}
