import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { Database } from '../../persistence/database.js';
import { Checkpoints } from '../checkpoints/checkpoints.js';
import { somethingToLink } from './chain-window.js';
import { Chainer } from './chainer.js';

/** An entry is tamper-evident within a second of its commit. */
const LOOK_EVERY_MS = 500;
const COMPLAIN_EVERY_MS = 60_000;

/** Keeps the chain up to date in processes that work in the background. No request ever waits for it. */
@Injectable()
export class ChainKeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger(ChainKeeper.name);
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  #quietUntil = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly db: Database,
    private readonly chainer: Chainer,
    private readonly checkpoints: Checkpoints,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.surfaces.includes('worker')) return;
    this.#timer = setInterval(() => void this.catchUp(), LOOK_EVERY_MS);
  }

  /** The pool is closed after this hook. What was committed last is linked now, and not only at the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#stopping = true;
    await this.#running;
    await this.catchUp();
  }

  /** Links and signs what there is. Asked while it runs, it is the run that is under way. Never fails. */
  catchUp(): Promise<void> {
    this.#running ??= this.#work().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #work(): Promise<void> {
    try {
      const waiting = await somethingToLink(this.db);
      let more = false;
      do {
        if (waiting) ({ more } = await this.chainer.turn());
        await this.checkpoints.signWhenDue();
      } while (more && !this.#stopping);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** A database that is away would otherwise fill the log. */
  #complain(error: unknown): void {
    if (performance.now() < this.#quietUntil) return;
    this.#quietUntil = performance.now() + COMPLAIN_EVERY_MS;
    this.#log.error({ err: error }, 'The audit chain falls behind; it will catch up when this is mended');
  }
}
