import { Injectable, Logger, Optional, type OnModuleInit } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json.js';
import { EventTimings } from '../event-timings.js';
import { within } from '../pace/within.js';
import type { Signal } from '../signal.js';
import { SignalCarrier, type SignalReceiver } from './signal-carrier.js';

export type SignalHandler<P extends JsonObject = JsonObject> = (payload: P) => void | Promise<void>;

/**
 * What every process must know. Whoever keeps state by signals registers, awaits `start()`, and loads its state in
 * `onModuleInit`: a change is then either in what it loads or signalled after it has loaded.
 */
@Injectable()
export class Signals implements OnModuleInit, SignalReceiver {
  readonly #log = new Logger(Signals.name);
  readonly #handlers = new Map<string, SignalHandler[]>();
  readonly #reloads: (() => void | Promise<void>)[] = [];
  readonly #working = new Set<Promise<void>>();
  #started: Promise<void> | undefined;

  constructor(
    private readonly carrier: SignalCarrier,
    @Optional() private readonly timings: EventTimings = new EventTimings(),
  ) {}

  on<P extends JsonObject>(topic: string, handler: SignalHandler<P>): void {
    const handlers = this.#handlers.get(topic) ?? [];
    this.#handlers.set(topic, [...handlers, handler as SignalHandler]);
  }

  /** Called when this process was cut off for so long that it may have missed signals. */
  onLostTrack(reload: () => void | Promise<void>): void {
    this.#reloads.push(reload);
  }

  /** From now on no signal is missed. They are handed over once the application is up. */
  start(): Promise<void> {
    return (this.#started ??= this.carrier.start());
  }

  onModuleInit(): Promise<void> {
    return this.start();
  }

  follow(): void {
    this.carrier.follow(this);
  }

  close(): Promise<void> {
    return this.carrier.close();
  }

  /** Called after a commit with signals: its own process has taken them in before the caller is answered. */
  async afterCommit(): Promise<void> {
    await within(this.timings.answerMs, this.#heard());
  }

  hear(signals: readonly Signal[]): void {
    for (const { topic, payload } of signals) {
      for (const handler of this.#handlers.get(topic) ?? []) this.#do(topic, () => handler(payload));
    }
  }

  lostTrack(): void {
    this.#log.warn('Cut off for long: signals may have been missed, everything kept by them is loaded afresh');
    for (const reload of this.#reloads) this.#do('reload', reload);
  }

  async #heard(): Promise<void> {
    try {
      await this.carrier.announce();
      await Promise.all(this.#working);
    } catch {
      // The carrier looks again by itself, and says what is wrong.
    }
  }

  /** One handler's failure is its own. */
  #do(topic: string, work: () => void | Promise<void>): void {
    const working = (async () => work())()
      .catch((error: unknown) => this.#log.error({ topic, err: error }, 'A signal was not taken in'))
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
  }
}
