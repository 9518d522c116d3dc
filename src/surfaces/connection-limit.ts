import type { Server } from 'node:net';
import type { TrustedProxies } from '../shared/http/trusted-proxies.js';

/** High enough for an office behind one address, low enough to stop a caller who holds slow connections open. */
const MOST_FROM_ONE_ADDRESS = 1000;

/** Counts open connections by address. A trusted proxy speaks for everyone and is not counted. */
export class ConnectionLimit {
  readonly #open = new Map<string, number>();

  constructor(
    private readonly isTrusted: TrustedProxies,
    private readonly most = MOST_FROM_ONE_ADDRESS,
  ) {}

  watch(server: Server): void {
    server.on('connection', (socket) => {
      const address = socket.remoteAddress;
      if (address === undefined || this.isTrusted(address)) return;
      const count = this.#count(address, 1);
      socket.once('close', () => this.#count(address, -1));
      if (count > this.most) socket.destroy();
    });
  }

  #count(address: string, change: number): number {
    const count = (this.#open.get(address) ?? 0) + change;
    if (count > 0) this.#open.set(address, count);
    else this.#open.delete(address);
    return count;
  }
}
