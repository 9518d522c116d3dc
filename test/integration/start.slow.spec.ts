import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ownFaceModel, settingsFor } from '../support/faces/own-face-model.js';
import { COMMAND_LINE, freePorts, Program, type ProgramEnv } from '../support/program.js';

let folder: string;
let env: ProgramEnv;
const started: Program[] = [];

const inFolder = (...path: string[]): string => join(folder, ...path);
const start = (more: ProgramEnv = {}): Program => {
  const program = Program.start({ ...env, ...more });
  started.push(program);
  return program;
};
const command = (...words: string[]): Program => Program.start(env, COMMAND_LINE, words);
const postmaster = (): number =>
  Number.parseInt(readFileSync(inFolder('postgres', 'cluster', 'postmaster.pid'), 'utf8'));
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '');
  } catch {
    return false;
  }
};

beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), 'countersign-start-'));
  chmodSync(parent, 0o755); // so that the database's user gets there too, when the tests run as root
  folder = join(parent, 'data');
  env = { ...(await freePorts()), DATA_DIR: folder };
});
afterEach(async () => {
  for (const program of started.splice(0)) await program.end('SIGTERM');
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const overTls = (port: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const ca = readFileSync(inFolder('tls', 'ca.pem'));
    request({ host: 'localhost', port, path, ca }, (answer) => resolve(answer.resume().statusCode!))
      .on('error', reject)
      .end();
  });

const queryDatabase = async (sql: string): Promise<unknown[]> => {
  const { host, port, username, database } = JSON.parse(readFileSync(inFolder('running-database.json'), 'utf8'));
  const client = new pg.Client({ host, port, user: username, database });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Tests build upon each other in this order: what the first start makes, the later ones find. */
describe('The program', () => {
  it('starts with nothing but a folder, and tells where everything is', async () => {
    const program = await start().ready();
    expect(await overTls(env['MANAGEMENT_PORT']!, '/no-such-path')).toBe(404);
    expect(program.out).toContain('Countersign is ready');
    for (const text of [`https://localhost:${env['AUTH_PORT']}`, `${env['MANAGEMENT_PORT']}/docs`, 'tls/ca.pem']) {
      expect(program.out).toContain(text);
    }
    expect(statSync(inFolder('keys', 'encryption-keys')).mode & 0o777).toBe(0o600);
    expect(await program.end()).toBe(0);
  });

  it('leaves nothing running and nothing locked behind when it is told to end', async () => {
    const program = await start().ready();
    const database = postmaster();
    expect(isAlive(database)).toBe(true);
    expect(await program.end('SIGTERM')).toBe(0);
    expect(isAlive(database)).toBe(false);
    expect(existsSync(inFolder('countersign.lock'))).toBe(false);
    expect(existsSync(inFolder('running-database.json'))).toBe(false);
  });

  it('is told to end through npm, too', async () => {
    const program = Program.startByNpm(env);
    started.push(program);
    await program.ready();
    const database = postmaster();
    await program.end('SIGTERM');
    expect(isAlive(database)).toBe(false);
    expect(existsSync(inFolder('countersign.lock'))).toBe(false);
  });

  it('has a command line that works beside it, and without it', async () => {
    const program = await start().ready();
    const beside = command('jobs', 'list');
    expect([await beside.exited, beside.out]).toEqual([0, expect.stringContaining('shared/')]);
    expect(await program.end()).toBe(0);
    const alone = command('migrate');
    expect([await alone.exited, alone.out]).toEqual([0, 'The database was up to date.\n']);
    expect(existsSync(inFolder('postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });

  it('has a command line that ends quietly when nobody reads on, as `| head -1` does', async () => {
    const unread = command('settings').readNothing();
    expect([await unread.exited, unread.err]).toEqual([0, '']);
  });

  it('uses the same keys and certificates again', async () => {
    const before = [inFolder('keys', 'encryption-keys'), inFolder('tls', 'ca.pem')].map((path) =>
      readFileSync(path, 'utf8'),
    );
    await start().ready();
    const after = [inFolder('keys', 'encryption-keys'), inFolder('tls', 'ca.pem')].map((path) =>
      readFileSync(path, 'utf8'),
    );
    expect(after).toEqual(before);
  });

  it('says that another one uses the folder, and leaves that alone', async () => {
    const first = await start().ready();
    const second = start(await freePorts());
    expect(await second.exited).toBe(1);
    expect(second.err).toMatch(/in use by another Countersign \(process \d+\)/);
    expect(second.err).not.toContain(' at ');
    expect((await first.ops('/health/ready')).status).toBe(200);
  });

  it('recovers by itself from being killed, with all that was committed', async () => {
    const killed = await start().ready();
    await queryDatabase('CREATE TABLE kept AS SELECT 42 AS answer');
    const orphan = postmaster();
    expect(await killed.end('SIGKILL')).toBe('SIGKILL');
    const program = await start().ready();
    expect(await queryDatabase('SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await program.end()).toBe(0);
    expect(isAlive(orphan)).toBe(false);
  });

  it('goes on when its database is killed, which is started again', async () => {
    const program = await start().ready();
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await until(() => existsSync(inFolder('postgres', 'cluster', 'postmaster.pid')) && postmaster() !== killed);
    await program.ready();
    expect(await queryDatabase('SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(program.out).toContain('The embedded database has crashed and is being restarted');
    expect(await program.end()).toBe(0);
  });

  it('names the setting of a port that is taken, and stops what it had started', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(Number(env['MANAGEMENT_PORT']), '127.0.0.1', resolve));
    const program = start();
    expect(await program.exited).toBe(1);
    squatter.close();
    expect(program.err.trim().split('\n').at(-1)).toMatch(/^Another program listens .* MANAGEMENT_PORT/);
    expect(existsSync(inFolder('postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });

  it('says that it is going before it goes, and still answers what is under way', async () => {
    const program = await start({ READY_DELAY_SECONDS: '3', SURFACES: 'management', TLS_MODE: 'off' }).ready();
    const slow = await beginRequest(Number(env['MANAGEMENT_PORT']));
    program.signal('SIGTERM');
    await until(async () => (await program.ops('/health/ready')).status === 503);
    expect(await finishRequest(slow)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await program.exited).toBe(0);
  });
});

describe('A program that was told to end', () => {
  it('waits no longer when it is told again', async () => {
    const program = await start({ READY_DELAY_SECONDS: '60' }).ready();
    const database = postmaster();
    const again = setInterval(() => program.signal('SIGINT'), 300); // the first second counts as one keystroke
    expect(await program.exited).toBe(1);
    clearInterval(again);
    await until(() => !isAlive(database));
    await start().ready();
  });
});

describe('A data folder that cannot be used', () => {
  it('is named, with the setting that names another', async () => {
    const program = start({ DATA_DIR: '/dev/null' });
    expect(await program.exited).toBe(1);
    expect(program.err.trim().split('\n')).toEqual([expect.stringMatching(/^\/dev\/null.* cannot be used.*DATA_DIR/)]);
  });
});

describe('A face model that cannot be used', () => {
  it('ends the start, in a sentence', async () => {
    const program = start(settingsFor(ownFaceModel(join(folder, '..'), {}, Buffer.from('no net'))));
    expect(await program.exited).toBe(78);
    expect(program.err.trim().split('\n')).toEqual([
      expect.stringMatching(/^IDV_FACE_MODEL names .*, whose net cannot be used: it cannot be loaded \(.*\)\.$/),
    ]);
  });
});

describe('The program in production', () => {
  it('names every setting that is missing, each in a sentence, and makes nothing up', async () => {
    const program = Program.start({ NODE_ENV: 'production', DATA_DIR: inFolder('unused') });
    expect(await program.exited).toBe(78);
    const lines = program.err.trim().split('\n');
    for (const name of [
      'DATABASE_URL',
      'ENCRYPTION_KEYS',
      'TLS_CERT_FILE',
      'AUTH_URL',
      'MANAGEMENT_URL',
      'IDV_URL',
      'IDV_FACE_NET',
    ]) {
      expect(lines.filter((line) => line.startsWith(name))).toHaveLength(1);
    }
    expect(lines.every((line) => line.endsWith('.'))).toBe(true);
    expect(existsSync(inFolder('unused'))).toBe(false);
  });
});

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await fact())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A request whose body has not arrived yet. */
async function beginRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    'POST /v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  );
  return socket;
}

async function finishRequest(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (text: Buffer) => (answer += text.toString()));
  socket.write('}');
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}
