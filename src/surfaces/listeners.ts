import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';
import { enterBy } from './gate.js';
import { openSurfaces, type Surface, type SurfaceName } from './surfaces.js';

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

/** One server a surface, all on the same application. */
export class Listeners {
  readonly #servers = new Map<SurfaceName, Server>();

  static async open(config: Config, application: RequestListener, tls: TlsMaterial | undefined): Promise<Listeners> {
    const listeners = new Listeners();
    try {
      for (const surface of openSurfaces(config)) await listeners.#open(surface, config, application, tls);
    } catch (error) {
      await listeners.close();
      throw error;
    }
    return listeners;
  }

  portOf(name: SurfaceName): number {
    return (this.#servers.get(name)?.address() as AddressInfo | null | undefined)?.port ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map(closed));
    this.#servers.clear();
  }

  async #open(surface: Surface, config: Config, application: RequestListener, tls: TlsMaterial | undefined) {
    const entered: RequestListener = (request, response) => {
      enterBy(surface, request);
      application(request, response);
    };
    const server = tls && !surface.plainHttp ? createHttpsServer(tls, entered) : createHttpServer(entered);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(surface.port(config), config.listenHost, resolve);
    });
    this.#servers.set(surface.name, server);
  }
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
