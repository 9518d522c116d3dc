import { Injectable, Logger, Optional, type OnModuleInit } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json.js';
import { EventTimings } from '../event-timings.js';
import { within } from '../pace/within.js';
import type { Signal } from '../signal.js';
import { Hearer } from './hearer.js';
import { SignalCarrier, type SignalReceiver } from './signal-carrier.js';

export type SignalHandler<P extends JsonObject = JsonObject> = (payload: P) => void | Promise<void>;

/**
 * What every process must know. Whoever keeps state by signals registers, awaits `start()`, and loads its state in
 * `onModuleInit`: a change is then either in what it loads or signalled after it has loaded.
 */
@Injectable()
export class Signals implements OnModuleInit, SignalReceiver {
  readonly #log = new Logger(Signals.name);
  readonly #hearers: Hearer<JsonObject>[] = [];
  readonly #reloaders: Hearer<undefined>[] = [];
  #started: Promise<void> | undefined;

  constructor(
    private readonly carrier: SignalCarrier,
    @Optional() private readonly timings: EventTimings = new EventTimings(),
  ) {}

  on<P extends JsonObject>(topic: string, handler: SignalHandler<P>): void {
    this.#hearers.push(new Hearer(topic, handler as SignalHandler));
  }

  /** Called when this process was cut off for so long that it may have missed signals. */
  onLostTrack(reload: () => void | Promise<void>): void {
    this.#reloaders.push(new Hearer('lost track', reload));
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
      for (const hearer of this.#hearers) if (hearer.topic === topic) hearer.hear(payload);
    }
  }

  lostTrack(): void {
    this.#log.warn('Cut off for long: signals may have been missed, everything kept by them is loaded afresh');
    for (const reloader of this.#reloaders) reloader.hear(undefined);
  }

  async #heard(): Promise<void> {
    try {
      await this.carrier.announce();
      await Promise.all(this.#hearers.map((hearer) => hearer.idle()));
    } catch {
      // The carrier looks again by itself, and says what is wrong.
    }
  }
}
