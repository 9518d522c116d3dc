import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { LessThanOrEqual } from 'typeorm';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { UserStatusChanged, DeviceRegistered, DeviceRemoved } from '../../../users/contract/index.js';
import { LoginTries } from '../tries/login-tries.service.js';
import { RememberedBrowsers } from '../remembered-browsers/remembered-browsers.service.js';
import { FactorRecoveryRepository } from '../lost-factor/factor-recovery.repository.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { RecoveryCode } from '../recovery-codes/recovery-code.entity.js';
import { Totp } from '../totp/totp.entity.js';
import { Password } from '../passwords/password.entity.js';
import { CredentialsChanged } from '../../contract/index.js';

/**
 * Deletes the credentials of a user who was reset or deleted, except those created after the change of status. Resets
 * the counters of failed attempts of a user who was unblocked.
 */
@EventsHandler(UserStatusChanged)
export class EndCredentials implements IEventHandler<UserStatusChanged> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tries: LoginTries,
    private readonly recoveries: FactorRecoveryRepository,
    private readonly browsers: RememberedBrowsers,
  ) {}

  async handle(event: UserStatusChanged): Promise<void> {
    const { sub, from, to } = event.payload;
    const voided = to === 'RESET' || to === 'DELETED';
    const unblocked = from === 'BLOCKED';
    if (!voided && !unblocked) return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/end-credentials'))) return;
      if (unblocked) await this.tries.forget(tx, sub);
      if (!voided) return;
      const createdAt = LessThanOrEqual(new Date(event.occurredAt));
      await tx.manager.delete(Password, { sub, createdAt });
      await tx.manager.delete(Passkey, { sub, createdAt });
      await tx.manager.delete(Totp, { sub, createdAt });
      await tx.manager.delete(RecoveryCode, { sub, createdAt });
      await this.recoveries.forget(tx, sub, new Date(event.occurredAt));
      await this.browsers.forget(tx, sub, new Date(event.occurredAt));
    });
  }
}

type Changed = CredentialsChanged | DeviceRegistered | DeviceRemoved;

/**
 * Deletes the remembered browsers of a user whose credentials or devices have changed. Handling an event twice is
 * harmless.
 */
@EventsHandler(CredentialsChanged, DeviceRegistered, DeviceRemoved)
export class ForgetBrowsers implements IEventHandler<Changed> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly browsers: RememberedBrowsers,
  ) {}

  async handle({ payload: { sub }, occurredAt }: Changed): Promise<void> {
    await this.uow.run((tx) => this.browsers.forget(tx, sub, new Date(occurredAt)));
  }
}
