import type { ServerResponse } from 'node:http';
import type { ConsoleCaller } from '../../shared/auth-guard/index.js';
import { later } from '../../shared/kernel/index.js';
import { type Change, scopesOfKind } from './live.changes.js';

/**
 * Maximum number of bytes that this process buffers for a client that does not read. The operating system buffers about
 * as much again.
 */
const MOST_WAITING_BYTES = 65_536;
/** The time that the client has to read the last messages before the connection is closed. */
const GRACE_MS = 2_000;

interface Place {
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** The stream to one browser tab: server-sent events about the live or test data of one enterprise. */
export class LiveStream {
  #scopes: ReadonlySet<string>;
  #sent = 0;
  #onOver: (() => void) | undefined;

  constructor(
    private readonly response: ServerResponse,
    readonly sub: string,
    readonly sessionId: string,
    readonly place: Place,
    scopes: ReadonlySet<string>,
  ) {
    this.#scopes = scopes;
  }

  begin(missed: boolean): void {
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no', // without this header, proxies would buffer the stream
    });
    this.#write('retry: 3000\n\n');
    // Changes are not stored for disconnected pages, so after a reconnect `again` makes the page reload all data.
    this.#event(missed ? 'again' : 'open', '');
  }

  tell(changes: readonly Change[]): void {
    const relevant = changes.filter((one) => this.#concerns(one));
    if (relevant.length === 0) return;
    this.#write(relevant.map(({ kind, id }) => this.#text('change', JSON.stringify({ kind, id }))).join(''));
  }

  readAgain(): void {
    this.#event('again', '');
  }

  /** Sends a comment, so that proxies and browsers do not close the connection as idle. */
  beat(): void {
    this.#write(': alive\n\n');
  }

  /**
   * Replaces the scopes of the stream with the operator's current ones. Ends the stream if the operator no longer has
   * access.
   */
  admit(caller: ConsoleCaller): void {
    try {
      this.#scopes = caller.at(this.place).principal.scopes;
    } catch {
      this.end();
    }
  }

  signedOut(): void {
    this.#event('signed-out', '');
    this.end();
  }

  /**
   * Registers a callback for the end of the stream. It is called even if the client still has to read the last
   * messages.
   */
  onOver(work: () => void): void {
    this.#onOver = work;
    this.response.on('close', work);
  }

  /** Ends the stream. If the client does not read the last messages, the connection is destroyed. */
  end(): void {
    this.#onOver?.();
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.end();
    const grace = later(() => void this.response.destroy(), GRACE_MS);
    this.response.on('close', () => clearTimeout(grace));
  }

  #concerns({ kind, enterpriseId, test }: Change): boolean {
    const here =
      (enterpriseId === null || enterpriseId === this.place.enterpriseId) &&
      (test === null || test === this.place.test);
    return here && scopesOfKind[kind].some((scope) => this.#scopes.has(scope));
  }

  #event(name: string, data: string): void {
    this.#write(this.#text(name, data));
  }

  #text(name: string, data: string): string {
    return `id: ${++this.#sent}\nevent: ${name}\ndata: ${data}\n\n`;
  }

  #write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    if (this.response.writableLength > MOST_WAITING_BYTES) this.response.destroy();
    else this.response.write(text);
  }
}
