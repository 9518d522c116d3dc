import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { AddressChangeUndone, UserLeftActive } from '../../users/contract/index.js';
import { GrantRevocation } from './grant-revocation.service.js';
import { TokenRevocation } from '../tokens/token-revocation.service.js';

/**
 * Revokes the tokens of a user who is no longer ACTIVE, or whose account somebody else may have used. Tokens issued
 * after the event stay valid, even if the event arrives late.
 */
@EventsHandler(UserLeftActive, AddressChangeUndone)
export class EndTokensOfUser implements IEventHandler<UserLeftActive | AddressChangeUndone> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ending: TokenRevocation,
    private readonly grants: GrantRevocation,
  ) {}

  async handle(event: UserLeftActive | AddressChangeUndone): Promise<void> {
    const { sub } = event.payload;
    const status = 'status' in event.payload ? event.payload.status : undefined;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/end-tokens-of-user'))) return;
      const reason = status === 'BLOCKED' || status === 'PAUSED' ? 'blocked' : 'ended';
      await this.grants.endAllOf(tx, sub, new Date(event.occurredAt));
      await this.ending.cutOff(tx, { kind: 'user', id: sub, before: Date.parse(event.occurredAt), reason });
    });
  }
}
