import type { WebSocket } from 'ws';
import { PATIENCE_MS, type Pieces } from '../operations/list-pieces.reader.js';

/** The socket is closed, or its client is gone. Nobody can be told, and nothing of ours has failed. */
export class SocketGone extends Error {}

/** A message that was begun and could not be completed: nothing else can be sent after it. */
export class MessageBroken extends Error {}

/** Sends one message after another. Each piece waits until the one before has left, so that a slow reader costs no memory. */
export class SocketSender {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  get isGone(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  /** The text is made when its turn has come. Resolves when it has left. */
  send(text: string | (() => string)): Promise<void> {
    return this.#inTurn(() => this.#frame(typeof text === 'string' ? text : text(), true));
  }

  /** Sends one message in frames. The last one is empty, so that no piece is read before the one ahead of it has left. */
  sendPieces(pieces: Pieces): Promise<void> {
    return this.#inTurn(async () => {
      let begun = false;
      try {
        for await (const piece of pieces) {
          await this.#frame(piece, false);
          begun = true;
        }
      } catch (error) {
        if (begun && !(error instanceof SocketGone))
          throw new MessageBroken('A message is incomplete', { cause: error });
        throw error;
      }
      await this.#frame('', true);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const sent = this.#last.then(work);
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  #frame(data: string | Buffer, fin: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.socket.terminate(), this.patienceMs);
      this.socket.send(data, { fin, binary: false }, (error) => {
        clearTimeout(patience);
        if (error) reject(new SocketGone('The socket is closed', { cause: error }));
        else resolve();
      });
    });
  }
}
