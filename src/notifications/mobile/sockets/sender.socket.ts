import type { WebSocket } from 'ws';
import { PATIENCE_MS, type Pieces } from '../operations/list-pieces.reader.js';

/**
 * Thrown if the socket is closed or its client has disconnected. This is not a failure of the server, and no client is
 * left to report it to.
 */
export class SocketGone extends Error {}

/**
 * Thrown if only part of a message was sent. No other message can follow it on this socket, so the socket must be
 * closed.
 */
export class MessageBroken extends Error {}

/**
 * Sends messages one after another. Each chunk waits until the previous one has been written, so that a slow client
 * does not fill up memory.
 */
export class SocketSender {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  get isGone(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  /**
   * Sends a message after all earlier ones. If `text` is a function, it is called just before sending. Resolves when
   * the text has been written.
   */
  send(text: string | (() => string)): Promise<void> {
    return this.#inTurn(() => this.#frame(typeof text === 'string' ? text : text(), true));
  }

  /**
   * Sends one message in several frames. The last frame is empty, because only after sending the last chunk does the
   * sender find out that there are no more.
   */
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
