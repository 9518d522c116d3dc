import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { StreamedLine } from './audit-target.js';
import { SyslogTarget } from './syslog-target.js';

const line = (number: number): StreamedLine => ({
  ...{ number, at: '2026-06-01T12:00:00.000001Z', kind: 'testing.done', refused: false, text: `{"number":${number}}` },
});

/** A server that can be stopped, and started again at the same port. */
class SyslogServer {
  readonly sockets: Socket[] = [];
  readonly #server: Server = createServer((socket) => this.sockets.push(socket.resume()));
  port = 0;

  async start(): Promise<void> {
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async connection(): Promise<Socket> {
    for (;;) {
      const socket = this.sockets.at(-1);
      if (socket) return socket;
      await setImmediate();
    }
  }

  stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

describe('The syslog target', () => {
  let server: SyslogServer;
  let target: SyslogTarget;
  beforeEach(async () => {
    server = new SyslogServer();
    await server.start();
    target = new SyslogTarget(new URL(`tcp://127.0.0.1:${server.port}`), () => undefined);
  });
  afterEach(async () => {
    target.close();
    await server.stop();
  });

  it('tries again at the next call after it could not connect', async () => {
    await server.stop();
    await expect(target.send([line(1)])).rejects.toThrow('ECONNREFUSED');
    await server.start();
    await target.send([line(1)]);
    expect(await target.send([])).toBe(1);
  });

  it('tells once that the server has ended the connection, and then connects again', async () => {
    await target.send([line(1)]);
    (await server.connection()).end();
    const untilRefused = async (): Promise<void> => {
      for (;;) {
        await target.send([]);
        await setImmediate();
      }
    };
    await expect(untilRefused()).rejects.toThrow('The syslog server has ended the connection');
    await target.send([line(1)]);
    expect(await target.send([])).toBe(1);
  });

  it('takes no connection that it has closed itself for one that the server has ended', async () => {
    await target.send([line(1)]);
    const closed = once(await server.connection(), 'close');
    target.close();
    await closed;
    expect(await target.send([])).toBeUndefined();
    await target.send([line(1)]);
    expect(await target.send([])).toBe(1);
  });
});
