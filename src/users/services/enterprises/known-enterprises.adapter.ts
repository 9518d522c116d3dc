import { Injectable } from '@nestjs/common';
import { Signals } from '../../../shared/events/signals/signals.js';
import { Remembered } from '../../../shared/kernel/remembered.js';
import type { NewEnterprise } from '../../domain/enterprise-profile.js';
import { Enterprises } from '../../enterprises.js';
import { EnterpriseRepository } from './enterprise.repository.js';

/** What every process must know of this context at once. */
export const ENTERPRISE_CHANGED = 'users.enterprise-changed';

const MOST = 10_000;

/** The enterprises in use, in memory. Each process forgets one when told that it changed. */
@Injectable()
export class KnownEnterprises extends Enterprises {
  readonly #known: Remembered<string, NewEnterprise>;

  constructor(enterprises: EnterpriseRepository, signals: Signals) {
    super();
    this.#known = new Remembered(MOST, async (id) => (await enterprises.find(id)) ?? undefined);
    signals.on<{ enterpriseId: string }>(ENTERPRISE_CHANGED, ({ enterpriseId }) => this.#known.forget(enterpriseId));
    signals.onLostTrack(() => this.#known.forgetAll());
  }

  find(enterpriseId: string): Promise<NewEnterprise | undefined> {
    return this.#known.get(enterpriseId);
  }

  async exists(enterpriseId: string): Promise<boolean> {
    return (await this.find(enterpriseId)) !== undefined;
  }
}
