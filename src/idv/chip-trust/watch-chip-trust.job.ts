import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { faultsOf } from './chip-trust.js';
import { TrustEntryRepository } from './trust-entry.repository.js';

const DAY_SECONDS = 86_400;

/** Logs once a day which publishers, states and revocation or master lists are outdated or expire soon. */
@Injectable()
@Recurring('idv/watch-chip-trust', { everySeconds: DAY_SECONDS, concurrency: 1 })
export class WatchChipTrust extends JobHandler {
  readonly #log = new Logger(WatchChipTrust.name);

  constructor(
    private readonly entries: TrustEntryRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform(): Promise<void> {
    const faults = faultsOf(await this.entries.dates(), this.clock.now(), this.config.idvChipListAgeDays);
    for (const { fault, of } of faults)
      this.#log.warn({ fault, of }, "The trusted states for passport chips need an operator's attention");
  }
}
