import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Signals } from '../../../shared/events/index.js';
import { later } from '../../../shared/kernel/index.js';
import { SECURITY_EVENT_STORED, type SecurityEventStored } from '../security-event.js';

/** The maximum wait of a poll. It is shorter than the time that a process has to shut down. */
const LONGEST_MS = 10_000;

export interface WaitingPoll {
  /** Resolves when a new event may have been stored, or when the maximum wait is over. */
  readonly woken: Promise<void>;
  end(): void;
}

/**
 * The polls in this process whose responses wait for an event. A new poll of a stream ends the wait of the previous
 * one.
 */
@Injectable()
export class WaitingPolls implements OnModuleInit {
  readonly #waiting = new Map<string, WaitingPoll>();

  constructor(private readonly signals: Signals) {}

  onModuleInit(): void {
    this.signals.on<SecurityEventStored>(SECURITY_EVENT_STORED, ({ streamId }) => this.#waiting.get(streamId)?.end());
    this.signals.onLostTrack(() => {
      for (const poll of [...this.#waiting.values()]) poll.end();
    });
  }

  /**
   * Begins the wait of a poll. Call it before reading events, so that an event stored in between also ends the wait.
   */
  begin(streamId: string): WaitingPoll {
    this.#waiting.get(streamId)?.end();
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const timer = later(wake, LONGEST_MS);
    const poll: WaitingPoll = {
      woken,
      end: () => {
        clearTimeout(timer);
        if (this.#waiting.get(streamId) === poll) this.#waiting.delete(streamId);
        wake();
      },
    };
    this.#waiting.set(streamId, poll);
    return poll;
  }
}
