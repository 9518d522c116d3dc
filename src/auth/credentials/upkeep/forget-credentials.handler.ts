import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { UserErased } from '../../../users/contract/index.js';
import { LoginTries } from '../attempts/login-tries.service.js';

/** Deletes everything about a user who has been erased. */
@EventsHandler(UserErased)
export class ForgetCredentials implements IEventHandler<UserErased> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tries: LoginTries,
  ) {}

  async handle(event: UserErased): Promise<void> {
    const { sub } = event.payload;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/forget-credentials'))) return;
      await this.tries.forget(tx, sub);
      await tx.rows('DELETE FROM auth.password WHERE sub = $1', [sub]);
      await tx.rows('DELETE FROM auth.passkey WHERE sub = $1', [sub]);
      await tx.rows('DELETE FROM auth.activation WHERE sub = $1', [sub]);
    });
  }
}
