import { Injectable } from '@nestjs/common';
import type { NewEnterprise } from './enterprise-profile.js';
import type { Enterprise } from './enterprise.entity.js';
import { EnterpriseRepository } from './enterprise.repository.js';
import { Signals } from '../../shared/events/index.js';
import { ReadThroughCache } from '../../shared/kernel/index.js';
import { withoutDeferral } from '../../shared/persistence/index.js';
import { EnterpriseRates, type Rate } from '../../shared/http/index.js';
import { Enterprises, OPERATORS_ENTERPRISE } from '../contract/ports.js';

/** The topic of the signal that an enterprise was changed. On receiving it, every process drops its cached copy. */
export const ENTERPRISE_CHANGED = 'users.enterprise-changed';

const MOST = 10_000;

/**
 * An in-memory cache of enterprises. Each process drops an entry when it receives the signal that the enterprise
 * changed.
 */
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

  /** Returns the cached row, including the encrypted columns. */
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

@Injectable()
export class KnownRates extends EnterpriseRates {
  constructor(private readonly enterprises: Enterprises) {
    super();
  }

  async of(enterpriseId: string): Promise<Rate | null> {
    return (await this.enterprises.find(enterpriseId))?.rateLimit ?? null;
  }
}
