import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { NatsServer } from '../support/nats-server.js';
import { freePort } from '../support/program.js';
import { hears, listens, note, Notes } from './support/signal-notes.js';
import { signalsOn } from './signals-on.js';
import { until } from './support/until.js';

const SUBJECT = 'countersign.signal';
const ONLY_OTHER_SUBJECTS = `authorization { users: [
  { user: "app", password: "s3cret%word", permissions: { publish: "other", subscribe: "other" } } ] }`;
const WITH_PASSWORD = `authorization { users: [ { user: "app", password: "s3cret%word" } ] }`;
const CREDENTIALS = 'app:s3cret%25word';

let database: TestDatabase;
let servers: NatsServer[];
let processes: TestApplication[];
let outsiders: NatsConnection[];

const start = async (url: string, env: Record<string, string> = {}): Promise<TestApplication> => {
  const settings = { SURFACES: 'management', SIGNALS_URL: url, ...env };
  const running = await startTestApplication({ database, env: settings, providers: [Notes, listens] });
  processes.push(running);
  return running;
};
const server = async (config?: string): Promise<NatsServer> => {
  const made = await NatsServer.with(config);
  servers.push(made);
  return made;
};

/** How often a process has woken the others by NATS, as another client sees it. */
async function wakeUpsOn({ port }: NatsServer, more: object = {}): Promise<() => number> {
  let seen = 0;
  const outsider = await connect({ servers: `127.0.0.1:${port}`, ...more });
  outsiders.push(outsider);
  outsider.subscribe(SUBJECT, {
    callback: () => {
      seen += 1;
    },
  });
  await outsider.flush();
  return () => seen;
}

/** Notes until it goes through NATS: a process comes back to it by and by. */
const goesThrough = (seen: () => number, by: TestApplication) =>
  until(async () => {
    await note('by and by', by);
    return seen() > 0;
  });

/** What is said of NATS from now on. */
function told(): readonly unknown[][] {
  const all: unknown[][] = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((...args: unknown[]) => {
    if (args.includes('Cannot reach NATS; waking the other processes by NOTIFY instead')) all.push(args);
  });
  return all;
}

const whereItIsInstalled = NatsServer.isInstalled ? describe : describe.skip;

describe('Signals by NATS', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    [servers, processes, outsiders] = [[], [], []];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(processes.map((running) => running.close()));
    await Promise.all(outsiders.map((outsider) => outsider.close()));
    await Promise.all(servers.map((one) => one.remove()));
    await database.release();
  });

  whereItIsInstalled('Where nats-server is installed', () => {
    describe('with one for all', () => {
      let shared: NatsServer;
      beforeAll(async () => (shared = await NatsServer.running()));
      afterAll(() => shared.remove());
      signalsOn(() => ({ SIGNALS_URL: shared.url() }));
    });

    it('wakes the others by NATS, and not by NOTIFY', async () => {
      const nats = await server();
      await nats.start();
      const seen = await wakeUpsOn(nats);
      const [here, there] = [await start(nats.url()), await start(nats.url())];
      await goesThrough(seen, here);
      await note('by NATS', here);
      await hears('by NATS', there);
      const outside = await database.connect();
      const { rows } = await outside.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_notify%'`,
      );
      await outside.end();
      expect(rows).toHaveLength(0);
    });

    it('wakes them by NOTIFY while there is no server, and by NATS from when there is one', async () => {
      const nats = await server();
      const [here, there] = [await start(nats.url()), await start(nats.url())];
      await note('without', here);
      await hears('without', there);
      await nats.start();
      const seen = await wakeUpsOn(nats);
      await goesThrough(seen, here);
    });

    it('goes on when the server is killed, and comes back to it', async () => {
      const nats = await server();
      await nats.start();
      const [here, there] = [await start(nats.url()), await start(nats.url())];
      await goesThrough(await wakeUpsOn(nats), here);
      await nats.kill();
      await note('killed', here);
      await hears('killed', there);
      await nats.start();
      await goesThrough(await wakeUpsOn(nats), there);
    });

    it('goes on when the server answers no more', async () => {
      const nats = await server();
      await nats.start();
      const [here, there] = [await start(nats.url()), await start(nats.url())];
      await goesThrough(await wakeUpsOn(nats), here);
      nats.hang();
      await note('hung', here);
      await hears('hung', there);
    });

    it('goes on when the server forbids the subject, and says so once', async () => {
      const nats = await server(ONLY_OTHER_SUBJECTS);
      await nats.start();
      const warnings = told();
      const [here, there] = [await start(nats.url(CREDENTIALS)), await start(nats.url(CREDENTIALS))];
      await until(() => warnings.length === 2);
      await note('forbidden', here);
      await hears('forbidden', there);
      expect(warnings).toHaveLength(2); // one of each process
    });

    it('signs in as its URL says', async () => {
      const nats = await server(WITH_PASSWORD);
      await nats.start();
      const seen = await wakeUpsOn(nats, { user: 'app', pass: 's3cret%word' });
      await goesThrough(seen, await start(nats.url(CREDENTIALS)));
    });

    it('never logs a password that is refused', async () => {
      const nats = await server(WITH_PASSWORD);
      await nats.start();
      const warnings = told();
      await start(nats.url('app:wr0ng%25word'));
      await until(() => warnings.length > 0);
      expect(inspect(warnings, { depth: 10, showHidden: true })).not.toMatch(/wr0ng/);
    });

    it('is not troubled by messages of others, whatever they are and however many', async () => {
      const nats = await server();
      await nats.start();
      const seen = await wakeUpsOn(nats);
      const [here, there] = [await start(nats.url()), await start(nats.url())];
      await goesThrough(seen, here);
      const [outsider] = outsiders;
      for (let n = 0; n < 50_000; n++) outsider?.publish(n % 2 === 0 ? SUBJECT : 'other', 'x'.repeat(100));
      await outsider?.flush();
      await note('amid the noise', here);
      await hears('amid the noise', there);
      expect(there.app.get(Notes).heard.filter((text) => text === 'amid the noise')).toHaveLength(1);
    });

    describe('By TLS', () => {
      let folder: string;
      let tls: string;
      beforeAll(() => {
        folder = mkdtempSync(join(tmpdir(), 'countersign-nats-tls-'));
        const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
        execFileSync(
          'openssl',
          [
            ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
            ...['-subj', '/CN=nats', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
          ],
          { stdio: 'ignore' },
        );
        tls = `tls { cert_file: "${cert}", key_file: "${key}" }`;
      });
      afterAll(() => rmSync(folder, { recursive: true, force: true }));

      it('trusts the authorities of OUTBOUND_CA_FILE', async () => {
        const nats = await server(tls);
        await nats.start();
        const outsider = { tls: { rejectUnauthorized: false } };
        const seen = await wakeUpsOn(nats, outsider);
        const env = { OUTBOUND_CA_FILE: join(folder, 'cert.pem') };
        await goesThrough(seen, await start(nats.url('', 'tls'), env));
      });

      it('trusts no other server', async () => {
        const nats = await server(tls);
        await nats.start();
        const warnings = told();
        await start(nats.url('', 'tls'));
        await until(() => warnings.length > 0);
      });
    });
  });

  it('tells a server without TLS no password when the URL asks for TLS', async () => {
    const said: string[] = [];
    const plain = await listening(
      (text) => said.push(text),
      'INFO {"server_id":"x","version":"2.9.10","headers":true}',
    );
    const warnings = told();
    await start(`tls://app:s3cret@127.0.0.1:${plain.port}`);
    await until(() => warnings.length > 0);
    expect(said.join('')).toBe('');
    plain.close();
  });

  it('keeps no socket to a server that never says a word', async () => {
    const silent = await listening(() => undefined, '');
    const here = await start(`nats://127.0.0.1:${silent.port}`);
    await until(() => silent.calls() > 1);
    await note('at home', here);
    expect(silent.open()).toBe(1);
    silent.close();
  });
});

/** A server that says one line to whoever connects. */
async function listening(hear: (text: string) => void, greeting: string) {
  const port = await freePort();
  let calls = 0;
  const sockets = new Set<Socket>();
  const listener: Server = createServer((socket) => {
    calls += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined).on('data', (data: Buffer) => hear(data.toString()));
    if (greeting) socket.write(`${greeting}\r\n`);
  });
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  };
  return { port, calls: () => calls, open: () => sockets.size, close };
}
