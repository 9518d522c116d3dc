import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { writtenFault } from '../files/file-entry.js';
import { Configuration } from './configuration.service.js';
import { writtenCounts } from './plan.js';
import { WantedObjects } from './wanted-objects.service.js';

/** Thrown when the files of `CONFIG_APPLY` have faults. The message names each fault. */
export class ConfigurationRefused extends Error {}

/**
 * Applies the files of `CONFIG_APPLY` before this process accepts requests. Several processes may do so at the same
 * time.
 */
@Injectable()
export class ConfigurationAtStart {
  readonly #log = new Logger(ConfigurationAtStart.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly configuration: Configuration,
    private readonly wanted: WantedObjects,
  ) {}

  async apply(): Promise<void> {
    const { configApply: path, surfaces } = this.config;
    if (path === undefined || surfaces.length === 0) return;
    const { objects, faults } = this.wanted.read(path);
    const outcome = faults.length > 0 ? { steps: [], faults } : await this.configuration.apply(objects, AT_START);
    if (outcome.faults.length > 0) {
      const lines = outcome.faults.map(writtenFault).join('\n  ');
      throw new ConfigurationRefused(`The files of CONFIG_APPLY cannot be applied. Correct them:\n  ${lines}`);
    }
    this.#log.log(`Configuration applied: ${writtenCounts(outcome.steps, true)}`);
  }
}

export const DEFAULT_SET = 'configuration';
const AT_START = { managedBy: DEFAULT_SET, prune: false } as const;
