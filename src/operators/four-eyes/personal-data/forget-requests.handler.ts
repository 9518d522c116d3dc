import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { UserErased } from '../../../users/contract/index.js';
import { FourEyesRepository } from '../four-eyes.repository.js';

/** Deletes what operators asked for about a person who has been erased. */
@EventsHandler(UserErased)
export class ForgetRequests implements IEventHandler<UserErased> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly requests: FourEyesRepository,
  ) {}

  async handle(event: UserErased): Promise<void> {
    await this.uow.run(async (tx) => {
      if (await tx.firstTime(event, 'operators/forget-requests')) {
        await this.requests.forgetSubject(tx, event.payload.sub);
      }
    });
  }
}
