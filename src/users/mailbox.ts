import { MessageSender, type Message } from './message-sender.js';

export interface KeptMessage extends Message {
  readonly id: string;
  readonly at: string;
}

/** Keeps messages instead of sending them, where a developer reads them. */
export abstract class Mailbox extends MessageSender {
  abstract readonly folder: string;

  /** Newest first. */
  abstract list(): Promise<KeptMessage[]>;

  abstract find(id: string): Promise<KeptMessage | undefined>;
}
