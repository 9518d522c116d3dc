import { Injectable } from '@nestjs/common';
import type { NewEnterprise } from './enterprise-profile.js';
import type { Enterprise } from './enterprise.entity.js';
import { EnterpriseRepository } from './enterprise.repository.js';
import { Signals } from '../../shared/events/index.js';
import { ReadThroughCache } from '../../shared/kernel/index.js';
import { withoutDeferral } from '../../shared/persistence/index.js';
import { Enterprises, OPERATORS_ENTERPRISE } from '../contract/ports.js';

/** Signals a change that every process must know at once. */
export const ENTERPRISE_CHANGED = 'users.enterprise-changed';

const MOST = 10_000;

/** The enterprises in use, in memory. Each process drops one on the signal that it changed. */
@Injectable()
export class KnownEnterprisesAdapter extends Enterprises {
  readonly #known: ReadThroughCache<string, Enterprise>;

  constructor(
    private readonly enterprises: EnterpriseRepository,
    signals: Signals,
  ) {
    super();
    this.#known = new ReadThroughCache<string, Enterprise>(
      MOST,
      async (id) => (await withoutDeferral(() => enterprises.find(id))) ?? undefined,
    );
    signals.on<{ enterpriseId: string }>(ENTERPRISE_CHANGED, ({ enterpriseId }) => this.#known.forget(enterpriseId));
    signals.onLostTrack(() => this.#known.forgetAll());
  }

  find(enterpriseId: string): Promise<NewEnterprise | undefined> {
    return this.row(enterpriseId);
  }

  /** Includes the sealed values. */
  row(enterpriseId: string): Promise<Enterprise | undefined> {
    return this.#known.get(enterpriseId);
  }

  all(limit: number): Promise<readonly NewEnterprise[]> {
    return this.enterprises.list(limit);
  }

  async exists(enterpriseId: string): Promise<boolean> {
    return enterpriseId !== OPERATORS_ENTERPRISE && (await this.find(enterpriseId)) !== undefined;
  }
}
