import type { Signal } from '../signal.js';

/** What the carrier of signals tells its process. */
export interface SignalReceiver {
  hear(signals: readonly Signal[]): void;
  /** Signals may have been missed: whatever is kept by signals must be loaded afresh. */
  lostTrack(): void;
}

/** Brings stored signals to every process, this one included. PostgreSQL does it; a broker can stand here instead. */
export abstract class SignalCarrier {
  /** Whatever is committed after this is heard; nothing is handed over before `follow`. */
  abstract start(): Promise<void>;

  abstract follow(receiver: SignalReceiver): void;

  /** A transaction that stored signals was committed here. Resolves when this process has heard them. */
  abstract announce(): Promise<void>;

  abstract close(): Promise<void>;
}
