import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { IdvFinished } from '../../idv/contract/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { UserRepository } from '../user/user.repository.js';

const SCOPE = Tenant.all('the event names the user by sub');

/**
 * Stores the result of the user's most recently finished identity verification. A user can move from ONBOARDING to
 * CREATED only after a successful one. Nothing is stored with a user who has been erased in the meantime.
 */
@EventsHandler(IdvFinished)
export class NoteIdvFinished implements IEventHandler<IdvFinished> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
  ) {}

  async handle(event: IdvFinished): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'users/note-idv-finished'))) return;
      const user = await this.users.lockBySub(tx, SCOPE, event.payload.sub);
      if (!user || user.erasedAt) return;
      const { status, kycReferenceId } = event.payload;
      user.noteIdvFinished({ status, kycReferenceId, finishedAt: new Date(event.occurredAt) });
      await this.users.save(tx, user);
    });
  }
}
