import type { WebSocket } from 'ws';

/** A reader who takes nothing for so long is gone. */
const STALLED_MS = 30_000;

/** A message that was begun and could not be completed: nothing else can be sent after it. */
export class MessageBroken extends Error {}

/** Sends one message after another. Each part waits until the one before has left, so that a slow reader costs no memory. */
export class SocketSender {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly stalledMs = STALLED_MS,
  ) {}

  /** Resolves when all parts have left. */
  send(parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const sent = this.#last.then(() => this.#message(parts));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  async #message(parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    let held: string | undefined;
    let begun = false;
    try {
      for await (const part of parts) {
        if (held !== undefined) {
          begun = true;
          await this.#frame(held, false);
        }
        held = part;
      }
    } catch (error) {
      if (begun) throw new MessageBroken('A message could not be completed', { cause: error });
      throw error;
    }
    await this.#frame(held ?? '', true);
  }

  #frame(text: string, fin: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.socket.terminate(), this.stalledMs);
      this.socket.send(text, { fin }, (error) => {
        clearTimeout(patience);
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
