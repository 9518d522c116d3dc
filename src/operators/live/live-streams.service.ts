import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { SESSION_CHANGED, type SessionChanged } from '../../idv/contract/index.js';
import { Signals } from '../../shared/events/index.js';
import { every, KernelErrors } from '../../shared/kernel/index.js';
import { DELIVERY_CHANGED, type DeliveryChanged } from '../../webhooks/contract/index.js';
import { ConsoleSessions, callerOf } from '../sessions/console-sessions.service.js';
import { SESSIONS_CHANGED } from '../sessions/session-life.js';
import type { Change } from './live.changes.js';
import { ChangeNotifier } from './change-notifier.service.js';
import type { LiveStream } from './live.stream.js';

export const BEAT_MS = 15_000;
export const MOST_OF_OPERATOR = 10;
export const MOST_OF_ENTERPRISE = 500;
const RETRY_SECONDS = 60;

/**
 * Manages the open streams of this process. The rights of their operators are read again before every message and at
 * regular intervals.
 */
@Injectable()
export class LiveStreams implements OnModuleInit, OnModuleDestroy {
  readonly #log = new Logger(LiveStreams.name);
  readonly #streams = new Set<LiveStream>();
  #beating: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly teller: ChangeNotifier,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.teller.onChanges((changes) => this.#tell(changes));
    this.signals.on<SessionChanged>(SESSION_CHANGED, ({ sessionId: id, enterpriseId, test }) => {
      if (enterpriseId === undefined || test === undefined) return undefined;
      return this.#tell([{ kind: 'idvSession', id, enterpriseId, test }]);
    });
    this.signals.on<DeliveryChanged>(DELIVERY_CHANGED, ({ enterpriseId }) =>
      this.#tell([{ kind: 'webhookDelivery', id: null, enterpriseId, test: null }]),
    );
    this.signals.on(SESSIONS_CHANGED, () => this.#recheck());
    this.signals.onLostTrack(() => this.#each((stream) => stream.readAgain()));
    this.#beating = every(BEAT_MS, () => void this.beat());
    this.#beating.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#beating);
    this.endAll();
  }

  get open(): number {
    return this.#streams.size;
  }

  /**
   * Throws if the operator, or all operators in the enterprise together, already have too many streams in this process.
   */
  demandRoom(sub: string, enterpriseId: string): void {
    const all = [...this.#streams];
    const own = all.filter((stream) => stream.sub === sub).length;
    const ofEnterprise = all.filter(({ place }) => place.enterpriseId === enterpriseId).length;
    if (own < MOST_OF_OPERATOR && ofEnterprise < MOST_OF_ENTERPRISE) return;
    throw KernelErrors.tooManyRequests('Too many pages of the console are open', { retryAfterSeconds: RETRY_SECONDS });
  }

  async join(stream: LiveStream): Promise<void> {
    this.#streams.add(stream);
    await this.teller.watch().catch((error: unknown) => this.#log.warn({ err: error }, 'Changes are told late'));
  }

  leave(stream: LiveStream): void {
    this.#streams.delete(stream);
  }

  endAll(): void {
    this.#each((stream) => stream.end());
  }

  async beat(): Promise<void> {
    if (this.#streams.size === 0) return;
    try {
      await this.#recheck();
      await this.teller.watch();
    } catch (error) {
      this.#log.warn({ err: error }, 'Streams of consoles could not be checked');
      this.endAll(); // the operators' rights could not be read, so no stream may send anything
    }
    this.#each((stream) => stream.beat());
  }

  async #tell(changes: readonly Change[]): Promise<void> {
    if (this.#streams.size === 0) return;
    await this.#recheck();
    this.#each((stream) => stream.tell(changes));
  }

  async #recheck(): Promise<void> {
    if (this.#streams.size === 0) return;
    const checked = [...this.#streams];
    const good = await this.sessions.good(new Set(checked.map(({ sessionId }) => sessionId)));
    for (const stream of checked) {
      const session = good.get(stream.sessionId);
      if (session) stream.admit(callerOf(session));
      else stream.signedOut();
    }
  }

  #each(work: (stream: LiveStream) => void): void {
    for (const stream of [...this.#streams]) work(stream);
  }
}
