import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port on loopback for each name. */
export async function freePorts(names) {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = Object.fromEntries(names.map((name, index) => [name, servers[index].address().port]));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
