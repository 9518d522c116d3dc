import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../shared/kernel/index.js';
import { DeviceErrors, Devices, UserDirectory } from '../../../users/contract/index.js';
import { AccountSessions } from '../../account/account-sessions.service.js';
import { SecondFactorReplaced } from '../../contract/index.js';
import { AuthorizationServer } from '../../protocol/engine/authorization-server.service.js';

/**
 * Removes the previously registered phones and ends the other sessions after a user has replaced a lost second factor.
 * This handler can safely run twice: phones, sessions and grants that are newer than the event stay.
 */
@EventsHandler(SecondFactorReplaced)
export class FollowReplacement implements IEventHandler<SecondFactorReplaced> {
  constructor(
    private readonly users: UserDirectory,
    private readonly devices: Devices,
    private readonly sessions: AccountSessions,
    private readonly server: AuthorizationServer,
  ) {}

  async handle({ payload: { sub, sessionUid }, occurredAt }: SecondFactorReplaced): Promise<void> {
    const user = await this.users.find(sub);
    if (!user) return;
    const before = new Date(occurredAt);
    for (const { deviceId, registeredAt } of await this.devices.list(user.ref)) {
      if (registeredAt <= before) await this.devices.remove(user.ref, deviceId).catch(unlessGone);
    }
    const { Session } = await this.server.provider();
    const session = await Session.findByUid(sessionUid);
    await this.sessions.endOthers({ user, session }, { before });
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof DomainError && error.kind === DeviceErrors.notFound)) throw error;
}
