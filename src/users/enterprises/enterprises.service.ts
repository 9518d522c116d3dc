import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import {
  type EnterpriseChanges,
  type GivenEnterprise,
  type SignInSettings,
  UNCHOSEN_SIGN_IN,
  weakens,
} from './enterprise-profile.js';
import { EnterpriseErrors } from '../contract/users.errors.js';
import { Enterprise } from './enterprise.entity.js';
import { EnterpriseRepository } from './enterprise.repository.js';
import { ENTERPRISE_CHANGED } from './known-enterprises.adapter.js';
import { MessageChannels } from './message-channels.service.js';

/** The use cases for managing enterprises. Each public method is one use case. */
@Injectable()
export class EnterprisesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly enterprises: EnterpriseRepository,
    private readonly channels: MessageChannels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The sign-in settings of a new enterprise. In development, they allow password recovery and changes of the mail
   * address, so that developers can try them. In production, both are off.
   */
  get signInOfNew(): SignInSettings {
    return this.config.nodeEnv === 'development'
      ? { ...UNCHOSEN_SIGN_IN, recovery: 'mail', emailChange: true }
      : UNCHOSEN_SIGN_IN;
  }

  async find(enterpriseId: string): Promise<Enterprise> {
    return (await this.enterprises.find(enterpriseId)) ?? notFound(enterpriseId);
  }

  list(limit: number, after?: string): Promise<Enterprise[]> {
    return this.enterprises.list(limit, after);
  }

  open({ messages, ...profile }: GivenEnterprise): Promise<Enterprise> {
    this.channels.refuseFaults(messages);
    const enterprise = Enterprise.open(profile, this.clock.now());
    this.channels.set(enterprise, messages);
    return this.uow.run(async (tx) => {
      await tx.add(enterprise, () => EnterpriseErrors.alreadyExists(`The id ${profile.enterpriseId} is taken`));
      recordChange(tx, 'users.enterprise-opened', enterprise, { ...profile, ...(messages && { messages }) });
      return enterprise;
    });
  }

  /**
   * Changes an enterprise. `whenWeaker` is called before a change that weakens the protection of sign-ins, and may
   * throw to refuse it.
   */
  change(enterpriseId: string, given: EnterpriseChanges, whenWeaker?: () => void): Promise<Enterprise> {
    const { messages, ...changes } = given;
    this.channels.refuseFaults(messages);
    return this.uow.run(async (tx) => {
      const enterprise = (await this.enterprises.lock(tx, enterpriseId)) ?? notFound(enterpriseId);
      if (weakens(enterprise, changes) || this.channels.redirects(enterprise, messages)) whenWeaker?.();
      enterprise.change(changes, this.clock.now());
      if (messages !== undefined) this.channels.set(enterprise, messages);
      await tx.save(enterprise);
      recordChange(tx, 'users.enterprise-changed', enterprise, given);
      return enterprise;
    });
  }
}

function recordChange(tx: Tx, kind: string, { enterpriseId }: Enterprise, changes: EnterpriseChanges): void {
  tx.pending.signals.push({ topic: ENTERPRISE_CHANGED, payload: { enterpriseId } });
  const { messages } = changes;
  tx.pending.audit.push({
    kind,
    tenant: Tenant.of(enterpriseId, false),
    details: {
      enterpriseId,
      fields: Object.keys(changes).sort(),
      ...(messages !== undefined && { messagesTo: messages && new URL(messages.url).origin }),
    },
  });
}

function notFound(enterpriseId: string): never {
  throw EnterpriseErrors.notFound(`There is no enterprise ${enterpriseId}`);
}
