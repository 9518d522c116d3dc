import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { startTestApplication, type TestApplication, type TestOptions } from './application.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { freePort } from './program.js';

/** A way to the database that can be cut. */
export class Cable {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  private constructor(
    private readonly to: TestDatabase['address'],
    readonly port: number,
  ) {}

  static async to(address: TestDatabase['address']): Promise<Cable> {
    const cable = new Cable(address, await freePort());
    await cable.plug();
    return cable;
  }

  async plug(): Promise<void> {
    const { host, port } = this.to;
    this.#server = createServer((near) => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      for (const socket of [near, far]) this.#sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
  }

  /** As if the machine of the database had disappeared: nothing is closed, and nothing arrives any more. */
  hush(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async pull(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

export interface OnCable {
  readonly running: TestApplication;
  readonly cable: Cable;
  close(): Promise<void>;
}

/** An application whose database can be taken away. */
export async function startOnCable(options: TestOptions): Promise<OnCable> {
  const database = await createTestDatabase();
  const cable = await Cable.to(database.address);
  const address = { ...database.address, host: '127.0.0.1', port: cable.port };
  const running = await startTestApplication({ ...options, database: { ...database, address } });
  const close = async (): Promise<void> => {
    await running.close();
    await cable.pull();
    await database.release();
  };
  return { running, cable, close };
}
