import { Logger, Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import type { JsonObject } from '../../kernel/index.js';
import { EventTimings, within } from '../../jobs/index.js';
import type { Signal } from '../../persistence/index.js';

/** Receives what a signal transport reports to its process. */
export interface SignalReceiver {
  receive(signals: readonly Signal[]): void;
  /** Signals may have been missed: all state that is kept up to date by signals must be loaded again. */
  lostTrack(): void;
}

/** Carries stored signals to every process, this one included. PostgreSQL does it; a message broker can replace it. */
export abstract class SignalTransport {
  /** Every signal that is committed after this is received. Nothing is handed over before `follow`. */
  abstract start(): Promise<void>;

  abstract follow(receiver: SignalReceiver): void;

  /** A transaction that stored signals was committed here. Resolves when this process has received them. */
  abstract announce(): Promise<void>;

  abstract close(): Promise<void>;
}

/**
 * Handles one signal after another. Otherwise, when a handler loads what has changed and the earlier of two loads ends
 * last, the older state would overwrite the newer one.
 */
export class SignalSubscription<P> {
  readonly #log = new Logger(SignalSubscription.name);
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly topic: string,
    private readonly handler: (payload: P) => void | Promise<void>,
  ) {}

  /** A failure affects this handler only, and not the signals that follow. */
  receive(payload: P): void {
    this.#last = this.#last
      .then(() => this.handler(payload))
      .catch((error: unknown) => this.#log.error({ topic: this.topic, err: error }, 'A signal was not taken in'));
  }

  /** Resolves when every signal received until now has been handled. */
  idle(): Promise<void> {
    return this.#last;
  }
}

export type SignalHandler<P extends JsonObject = JsonObject> = (payload: P) => void | Promise<void>;

/**
 * Distributes what every process must know. A service that keeps state by signals registers, awaits `start()`, and
 * loads its state in `onModuleInit`: a change is then either in what it loads or signalled after it.
 */
@Injectable()
export class Signals implements OnModuleInit, SignalReceiver {
  readonly #log = new Logger(Signals.name);
  readonly #subscriptions: SignalSubscription<JsonObject>[] = [];
  readonly #reloads: SignalSubscription<undefined>[] = [];
  #started: Promise<void> | undefined;

  constructor(
    private readonly carrier: SignalTransport,
    @Optional() private readonly timings: EventTimings = new EventTimings(),
  ) {}

  on<P extends JsonObject>(topic: string, handler: SignalHandler<P>): void {
    this.#subscriptions.push(new SignalSubscription(topic, handler as SignalHandler));
  }

  /** `reload` runs when this process was cut off for so long that it may have missed signals. */
  onLostTrack(reload: () => void | Promise<void>): void {
    this.#reloads.push(new SignalSubscription('lost track', reload));
  }

  /** From now on no signal is missed. Signals are handed over once the application is up. */
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

  /** Called after a commit with signals: this process has handled them before the caller is answered. */
  async afterCommit(): Promise<void> {
    await within(this.timings.answerMs, this.#allHandled());
  }

  receive(signals: readonly Signal[]): void {
    for (const { topic, payload } of signals) {
      for (const subscription of this.#subscriptions) if (subscription.topic === topic) subscription.receive(payload);
    }
  }

  lostTrack(): void {
    this.#log.warn('Cut off for long: signals may have been missed, everything kept by them is loaded afresh');
    for (const reload of this.#reloads) reload.receive(undefined);
  }

  async #allHandled(): Promise<void> {
    try {
      await this.carrier.announce();
      await Promise.all(this.#subscriptions.map((subscription) => subscription.idle()));
    } catch {
      // The transport looks again by itself and reports the failure.
    }
  }
}
