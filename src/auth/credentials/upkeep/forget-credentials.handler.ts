import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { UserErased } from '../../../users/contract/index.js';
import { Activation } from '../activation.entity.js';
import { LoginTries } from '../tries/login-tries.service.js';
import { NumberApproval } from '../approvals/number-approval.entity.js';
import { RememberedBrowsers } from '../remembered-browsers/remembered-browsers.service.js';
import { FactorRecoveryRepository } from '../lost-factor/factor-recovery.repository.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { RecoveryCode } from '../recovery-codes/recovery-code.entity.js';
import { Totp } from '../totp/totp.entity.js';
import { Password } from '../passwords/password.entity.js';

/** Deletes all credentials and related data of an erased user. */
@EventsHandler(UserErased)
export class ForgetCredentials implements IEventHandler<UserErased> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tries: LoginTries,
    private readonly recoveries: FactorRecoveryRepository,
    private readonly browsers: RememberedBrowsers,
  ) {}

  async handle(event: UserErased): Promise<void> {
    const { sub } = event.payload;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/forget-credentials'))) return;
      await this.tries.forget(tx, sub);
      tx.removeAll(Password, { sub });
      tx.removeAll(Passkey, { sub });
      tx.removeAll(Totp, { sub });
      tx.removeAll(RecoveryCode, { sub });
      await this.recoveries.forget(tx, sub);
      await this.browsers.forget(tx, sub);
      tx.removeAll(NumberApproval, { sub });
      tx.removeAll(Activation, { sub });
    });
  }
}
