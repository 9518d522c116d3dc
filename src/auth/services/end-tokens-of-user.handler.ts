import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { UserLeftActive } from '../../users/contract.js';
import { GrantEnding } from './grant-ending.service.js';
import { TokenEnding } from './token-ending.service.js';

/** A user who left ACTIVE has no tokens: none of those from before that moment, whenever this comes to be known. */
@EventsHandler(UserLeftActive)
export class EndTokensOfUser implements IEventHandler<UserLeftActive> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ending: TokenEnding,
    private readonly grants: GrantEnding,
  ) {}

  async handle(event: UserLeftActive): Promise<void> {
    const { sub, status } = event.payload;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/end-tokens-of-user'))) return;
      const reason = status === 'BLOCKED' || status === 'PAUSED' ? 'blocked' : 'ended';
      await this.grants.endAllOf(tx, sub, new Date(event.occurredAt));
      await this.ending.cutOff(tx, { kind: 'user', id: sub, before: Date.parse(event.occurredAt), reason });
    });
  }
}
