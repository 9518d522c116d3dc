import type { Server } from 'node:net';
import type { TrustedProxies } from '../shared/http/trusted-proxies.js';
import { Tally } from '../shared/kernel/tally.js';

/** High enough for an office behind one address, low enough to stop a caller who holds slow connections open. */
export const MOST_FROM_ONE_ADDRESS = 1000;

/** Counts open connections by address. A trusted proxy speaks for everyone and is not counted. */
export class ConnectionLimit {
  readonly #open = new Tally();

  constructor(
    private readonly isTrusted: TrustedProxies,
    private readonly most: number,
  ) {}

  watch(server: Server): void {
    server.on('connection', (socket) => {
      const address = socket.remoteAddress;
      if (address === undefined || this.isTrusted(address)) return;
      socket.once('close', () => this.#open.add(address, -1));
      if (this.#open.add(address, 1) > this.most) socket.destroy();
    });
  }
}
