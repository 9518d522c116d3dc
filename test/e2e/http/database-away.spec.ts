import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { Database } from '../../../src/shared/persistence/database.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { call } from '../../support/raw-http.js';
import { ThingsController } from './things.js';

/** A way to the database that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  port = 0;

  constructor(private readonly to: TestDatabase['address']) {}

  async plug(): Promise<void> {
    const { host, port } = this.to;
    this.#server = createServer((near) => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      for (const socket of [near, far]) this.#sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.#server.address() as { port: number }).port;
  }

  async pull(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

let database: TestDatabase;
let cable: Cable;
let running: TestApplication;
beforeAll(async () => {
  database = await createTestDatabase();
  cable = new Cable(database.address);
  await cable.plug();
  const address = { ...database.address, host: '127.0.0.1', port: cable.port };
  running = await startTestApplication({
    controllers: [ThingsController],
    env: { DATABASE_POOL: '2' },
    database: { ...database, address },
  });
});
afterAll(async () => {
  await running.close();
  await cable.pull();
  await database.drop();
});

const ask = async () => {
  const { status, headers, text } = await call(running.url('management'), '/v1/things/context');
  return { status, code: JSON.parse(text).code, retryAfter: headers['retry-after'] };
};

describe('Without its database, a route', () => {
  it('is not available for the moment, and is again once the database is back', async () => {
    expect(await ask()).toMatchObject({ status: 200 });
    await cable.pull();
    for (let i = 0; i < 3; i++) {
      expect(await ask()).toEqual({ status: 503, code: 'kernel/unavailable', retryAfter: '2' });
    }
    await cable.plug();
    expect(await ask()).toMatchObject({ status: 200 });
  });

  it('is not available either while every connection is taken', async () => {
    const { pool } = running.app.get(Database);
    const taken: PoolClient[] = [];
    try {
      while (taken.length < 2) taken.push(await pool.connect());
      expect(await ask()).toEqual({ status: 503, code: 'kernel/unavailable', retryAfter: '2' });
    } finally {
      for (const connection of taken) connection.release();
    }
    expect(await ask()).toMatchObject({ status: 200 });
  });
});
