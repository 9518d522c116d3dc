import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AttentionSource, type Need } from '../../figures/contract/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { TrustedStates, type TrustInStates } from '../../system/contract/index.js';
import { faultsOf, trustedStates } from './chip-trust.js';
import { TrustEntryRepository } from './trust-entry.repository.js';

/**
 * Reports state authorities, publishers of master lists, and lists that are outdated or expire soon, because passport
 * chips may then be refused.
 */
@Injectable()
export class ChipTrustAttention extends AttentionSource {
  override readonly ofDeployment = true;

  constructor(
    private readonly entries: TrustEntryRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async needs(): Promise<readonly Need[]> {
    const faults = faultsOf(await this.entries.dates(), this.clock.now(), this.config.idvChipListAgeDays);
    return [{ kind: 'idv.chip-trust', count: faults.length, oldest: null, severity: 'warning' }];
  }
}

@Injectable()
export class KeptTrustedStates extends TrustedStates {
  constructor(
    private readonly entries: TrustEntryRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async read(): Promise<TrustInStates> {
    const [entries, now] = [await this.entries.sound(), this.clock.now()];
    return { states: trustedStates(entries, now), faults: faultsOf(entries, now, this.config.idvChipListAgeDays) };
  }
}
