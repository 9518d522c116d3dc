import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { ConnectionLimit } from './connection-limit.js';

describe('The limit of open connections', () => {
  it.each([
    ['counts the addresses of an IPv6 /64 together', ['2001:db8::1', '2001:db8::2', '2001:db8::3'], 2],
    ['counts IPv6 networks apart', ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1'], 3],
    ['counts IPv4 addresses apart, also on an IPv6 socket', ['::ffff:192.0.2.1', '::ffff:192.0.2.2', '192.0.2.3'], 3],
    ['counts the two forms of an IPv4 address together', ['::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1'], 2],
  ])('%s', (_what, addresses, open) => {
    const server = new EventEmitter();
    new ConnectionLimit(() => false, 2).watch(server as Server);
    const sockets = addresses.map((remoteAddress) => Object.assign(new EventEmitter(), { remoteAddress, destroy }));
    let destroyed = 0;
    function destroy(): void {
      destroyed += 1;
    }
    for (const socket of sockets) server.emit('connection', socket);
    expect(sockets.length - destroyed).toBe(open);
  });
});
