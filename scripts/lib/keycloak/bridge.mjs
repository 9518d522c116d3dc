import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Forwards a TCP port to the Unix socket of an embedded PostgreSQL, because Java's driver cannot use Unix sockets. */
export async function bridgeToSocket(databaseUrl, port) {
  const { username, pathname, searchParams } = new URL(databaseUrl.replace('@/', '@socket/'));
  const path = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
  const open = new Set();
  const server = createServer((client) => {
    const inner = connect(path);
    for (const one of [client, inner]) {
      open.add(one);
      one.on('error', () => undefined).on('close', () => open.delete(one));
    }
    client.pipe(inner).pipe(client);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const one of open) one.destroy();
  };
  return { url: `jdbc:postgresql://127.0.0.1:${port}${pathname}`, user: username, close };
}
