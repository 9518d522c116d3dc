import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { UserErased } from '../../../users/contract/index.js';
import { LongAnswers } from '../carry-out/long-answers.service.js';
import { FourEyesRepository } from '../four-eyes.repository.js';

/** Deletes the requests about a user who has been erased. */
@EventsHandler(UserErased)
export class ForgetRequests implements IEventHandler<UserErased> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly requests: FourEyesRepository,
    private readonly longAnswers: LongAnswers,
  ) {}

  async handle(event: UserErased): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'operators/forget-requests'))) return;
      const requests = await this.requests.lockAbout(tx, event.payload.sub);
      // A running call may still store a response. After the error, the event is delivered again later.
      if (requests.some(({ state }) => state === 'agreed')) throw new Error('A call about the user has not ended');
      for (const request of requests) {
        await this.longAnswers.forget(request);
        await this.requests.remove(tx, request.id);
      }
    });
  }
}
