import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { TrustedStates, type TrustInStates } from '../../system/contract/index.js';
import { faultsOf, trustedStates } from './chip-trust.js';
import { TrustEntryRepository } from './trust-entry.repository.js';

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
