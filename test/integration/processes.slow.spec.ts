import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, Program, type ProgramEnv } from '../support/program.js';
import { until } from './support/until.js';

let folder: string;
let env: ProgramEnv;
let program: Program;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-processes-'));
  chmodSync(folder, 0o755); // so that the database's user gets there too, when the tests run as root
  env = { ...(await freePorts()), DATA_DIR: join(folder, 'data'), PROCESSES: '2', LOG_FORMAT: 'json' };
  program = await Program.start(env).ready();
  await serving(2);
});
afterAll(async () => {
  await program.end();
  rmSync(folder, { recursive: true, force: true });
});

const children = (): number[] =>
  readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .filter((pid) => commandOf(pid).includes('start.mjs'));

/** Empty when the process has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function health(): Promise<{ status: string; checks: Record<string, string> }> {
  return (await (await program.ops('/health/ready')).json()) as never;
}

/** All processes are ready, and so many. */
async function serving(processes: number): Promise<void> {
  await until(async () => (await health()).checks['processes'] === 'up' && children().length === processes);
}

/** A lookup that needs no token, over a connection of its own or one that is kept. */
function lookUp(agent: Agent | false): Promise<number> {
  const ca = readFileSync(join(env['DATA_DIR']!, 'tls', 'ca.pem'));
  const path = '/service/authserver/.well-known/openid-configuration';
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port: env['AUTH_PORT'], path, ca, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

/** Asks on and on while something happens; returns how often, and every answer that is no success. */
async function asking(meanwhile: () => Promise<unknown>): Promise<{ asked: number; failed: unknown[] }> {
  let [asked, over] = [0, false];
  const failed: unknown[] = [];
  const caller = async () => {
    while (!over) {
      asked += 1;
      const status = await lookUp(false).catch((error: unknown) => error);
      if (status !== 200) failed.push(status);
    }
  };
  const callers = Array.from({ length: 4 }, caller);
  await meanwhile();
  over = true;
  await Promise.all(callers);
  return { asked, failed };
}

const logged = (text: string): Record<string, unknown>[] =>
  program.out
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('PROCESSES=2', () => {
  it('says once that the program is ready', () => {
    expect(program.out.match(/Countersign is ready/g)).toHaveLength(1);
  });

  it('/metrics is one page with the sums of both', async () => {
    const count = async () => {
      const page = await (await program.ops('/metrics')).text();
      const lines = page
        .split('\n')
        .filter((line) => /^http_request_duration_seconds_count.*surface="auth"/.test(line));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const before = await count();
    for (let n = 0; n < 10; n += 1) await lookUp(false);
    expect(await count()).toBe(before + 10);
    const page = await (await program.ops('/metrics')).text();
    expect(page).toMatch(/^countersign_database_up 1$/m);
  });

  it('log lines of requests name the process', async () => {
    await until(async () => {
      for (let n = 0; n < 4; n += 1) await lookUp(false);
      return new Set(logged('"surface":"auth"').map(({ process }) => process)).size === 2;
    });
    expect([...new Set(logged('"surface":"auth"').map(({ process }) => process))].sort()).toEqual([1, 2]);
  });

  it('a process that is killed is started again, and the other one serves meanwhile', async () => {
    const [, second] = children();
    process.kill(second!, 'SIGKILL');
    await until(() => logged('process died').length > 0);
    expect(logged('process died').at(-1)).toMatchObject({ level: 'error', waitMs: 100 });
    expect((await health()).status).toBe('up');
    await serving(2);
    expect(children()).not.toContain(second);
  });

  it('SIGHUP replaces every process without a refused request', async () => {
    const before = children();
    const { asked, failed } = await asking(async () => {
      program.signal('SIGHUP');
      await until(() => logged('Reloaded').length === 1);
    });
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(0);
    await serving(2);
    expect(children().filter((pid) => before.includes(pid))).toEqual([]);
  });

  it('starts a process once that is killed while its successor starts', async () => {
    const [first] = children();
    const reloads = logged('Reloaded').length;
    program.signal('SIGHUP');
    await until(() => children().length === 3);
    process.kill(first!, 'SIGKILL');
    await until(() => logged('Reloaded').length === reloads + 1);
    await serving(2);
    await sleep(2_000); // a third one would have been started long since
    expect(children()).toHaveLength(2);
    const page = await (await program.ops('/metrics')).text();
    expect(page).toMatch(/^countersign_processes\{state="serving"\} 2$/m);
    expect(page).toMatch(/^countersign_processes\{state="starting"\} 0$/m);
    expect(page).toMatch(/^countersign_processes_wanted 2$/m);
  });

  it('SIGTERM ends all of them, and the database, in order', async () => {
    const pids = children();
    expect(await program.end('SIGTERM')).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    program = await Program.start(env).ready();
    await serving(2);
  });

  it('leaves no process behind when the first one is killed', async () => {
    const pids = children();
    expect(await program.end('SIGKILL')).toBe('SIGKILL');
    await until(() => pids.every((pid) => isGone(pid)));
    program = await Program.start(env).ready();
  });
});

describe('Several processes of which none can start', () => {
  it('end the program with their reason, told once', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as { port: number };
    const other = { ...env, ...(await freePorts()), DATA_DIR: join(folder, 'other'), IDV_PORT: String(port) };
    const refused = Program.start(other);
    expect(await refused.exited).toBe(1);
    expect(refused.err.match(/Another program listens at/g)).toHaveLength(1);
    blocker.close();
  });
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
