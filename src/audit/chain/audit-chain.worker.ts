import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { PollingLoop } from '../../shared/jobs/index.js';
import { Database } from '../../shared/persistence/index.js';
import { Checkpoints } from './checkpoints/checkpoints.service.js';
import { somethingToLink } from './chain-window.js';
import { AuditChainWriter } from './audit-chain-writer.service.js';

/** Polling interval: every entry must be linked, and so be tamper-evident, within a second of its commit. */
const LOOK_EVERY_MS = 500;

/** Appends new entries to the hash chain in worker processes. Requests do not wait for it. */
@Injectable()
export class AuditChainWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger(AuditChainWorker.name);
  readonly #loop = new PollingLoop('The audit chain', LOOK_EVERY_MS, () => this.#catchUp());
  #stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly db: Database,
    private readonly chainWriter: AuditChainWriter,
    private readonly checkpoints: Checkpoints,
  ) {}

  onApplicationBootstrap(): void {
    if (this.#isOurs()) this.#loop.start();
  }

  /**
   * Links the most recently committed entries at shutdown, while the connection pool is still open, instead of after
   * the next start.
   */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.#isOurs()) return;
    this.#stopping = true;
    await this.#loop.stop();
    await this.#catchUp().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'The last audit entries will be linked after the next start');
    });
  }

  #isOurs(): boolean {
    return this.config.surfaces.includes('worker');
  }

  async #catchUp(): Promise<void> {
    const waiting = await somethingToLink(this.db);
    let more = false;
    do {
      if (waiting) ({ more } = await this.chainWriter.linkBatch());
      await this.checkpoints.signWhenDue();
    } while (more && !this.#stopping);
  }
}
