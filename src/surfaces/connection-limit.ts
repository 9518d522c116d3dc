import type { Server } from 'node:net';
import { networkOf, type TrustedProxies } from '../shared/http/index.js';
import { Tally } from '../shared/kernel/index.js';

/**
 * Maximum number of open connections from one address: enough for an office behind one address, but few enough to stop
 * a caller that holds many slow connections open.
 */
export const MOST_FROM_ONE_ADDRESS = 1000;

/**
 * Limits the open connections of each address, or of each IPv6 /64. Trusted proxies are exempt, because they connect on
 * behalf of many callers.
 */
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
      const network = networkOf(address);
      socket.once('close', () => this.#open.add(network, -1));
      if (this.#open.add(network, 1) > this.most) socket.destroy();
    });
  }
}
