import { Logger, Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import { type JsonObject, later } from '../../kernel/index.js';
import { EventTimings, within } from '../../jobs/index.js';
import type { Signal } from '../../persistence/index.js';

/** Receives the signals that a transport has read for this process. */
export interface SignalReceiver {
  receive(signals: readonly Signal[]): void;
  /** Called if signals may have been missed, so that all state that depends on signals must be loaded again. */
  lostTrack(): void;
}

/**
 * Delivers stored signals to every process, including this one. It is implemented with PostgreSQL; a message broker
 * could replace it.
 */
export abstract class SignalTransport {
  /**
   * Starts to record signals: all those committed after this call will be received. The transport passes them to the
   * receiver only after `follow`.
   */
  abstract start(): Promise<void>;

  abstract follow(receiver: SignalReceiver): void;

  /** Called after this process has committed signals. Resolves when this process has received them. */
  abstract announce(): Promise<void>;

  abstract close(): Promise<void>;
}

/**
 * Handles signals one after another. If two handlers loaded state concurrently, the slower one could overwrite newer
 * state with older.
 */
export class SignalSubscription<P> {
  readonly #log = new Logger(SignalSubscription.name);
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly topic: string,
    private readonly handler: (payload: P) => void | Promise<void>,
  ) {}

  /** Handles a signal. If the handler fails, later signals are still handled. */
  receive(payload: P): void {
    this.#last = this.#last
      .then(() => this.handler(payload))
      .catch((error: unknown) => this.#log.error({ topic: this.topic, err: error }, 'A signal was not taken in'));
  }

  /** Resolves when all signals received so far are handled. */
  idle(): Promise<void> {
    return this.#last;
  }
}

export type SignalHandler<P extends JsonObject = JsonObject> = (payload: P) => void | Promise<void>;

/**
 * Distributes signals to all processes. A service that caches state subscribes, awaits `start()`, and then loads the
 * state in `onModuleInit`, so that every change is either in the loaded state or signalled afterwards.
 */
@Injectable()
export class Signals implements OnModuleInit, SignalReceiver {
  readonly #log = new Logger(Signals.name);
  readonly #subscriptions: SignalSubscription<JsonObject>[] = [];
  readonly #reloads: SignalSubscription<undefined>[] = [];
  #started: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    private readonly carrier: SignalTransport,
    @Optional() private readonly timings: EventTimings = new EventTimings(),
  ) {}

  on<P extends JsonObject>(topic: string, handler: SignalHandler<P>): void {
    this.#subscriptions.push(new SignalSubscription(topic, handler as SignalHandler));
  }

  /**
   * Registers `reload`, which runs when this process could not read signals for so long that it may have missed some.
   * If `reload` fails, it is retried until it succeeds, because the database may still be unreachable.
   */
  onLostTrack(reload: () => void | Promise<void>): void {
    const again = (): void => {
      if (!this.#isClosed) reloading.receive(undefined);
    };
    const reloading = new SignalSubscription<undefined>('lost track', async () => {
      try {
        await reload();
      } catch (error) {
        later(again, this.timings.pollMs).unref();
        throw error;
      }
    });
    this.#reloads.push(reloading);
  }

  /**
   * Starts receiving signals: none is missed after this call. Signals are passed to the subscribers once the
   * application has started.
   */
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
    this.#isClosed = true;
    return this.carrier.close();
  }

  /**
   * Called after a commit that stored signals. Resolves when this process has handled them, or after a time limit,
   * because the response waits for it.
   */
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
      // The error of a read needs no action: the transport repeats the read, and logs if that fails, too.
    }
  }
}
