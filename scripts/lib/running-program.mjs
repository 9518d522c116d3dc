import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-ports.mjs';
import { NODE_FLAGS } from './node-flags.mjs';
import { fromRoot } from './root.mjs';

const NO_LIMITS = {
  ...{ RATE_LIMIT: '1000000', RATE_BURST: '10000000' },
  ...{ ENTERPRISE_RATE_LIMIT: '1000000', ENTERPRISE_RATE_BURST: '10000000' },
};
const NO_ADDRESS_LIMITS = { ADDRESS_RATE_LIMIT: '1000000', ADDRESS_RATE_BURST: '10000000' };
const SURFACES = ['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS'];

/** Runs the built program in a child process with an embedded database. */
export class RunningProgram {
  /** Starts the program on free ports, except the ports in `samePorts`, which are used as given. */
  static async start(folder, settings = {}, samePorts = undefined) {
    const program = new RunningProgram();
    program.folder = folder;
    program.ports = { ...(await freePorts(SURFACES)), ...samePorts };
    const ports = Object.fromEntries(SURFACES.map((name) => [`${name}_PORT`, String(program.ports[name])]));
    program.env = {
      ...process.env,
      ...NO_LIMITS,
      ...NO_ADDRESS_LIMITS,
      ...ports,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      DEMO: 'off',
      ...settings,
    };
    const log = openSync(`${folder}.log`, 'a');
    program.child = spawn(process.execPath, [...NODE_FLAGS, fromRoot('scripts/start.mjs')], {
      env: program.env,
      stdio: ['ignore', log, log],
    });
    program.ended = once(program.child, 'exit');
    await program.ready();
    return program;
  }

  async ready() {
    while (this.child.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${this.ports.OPS}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(20);
    }
    throw new Error(`The program has ended:\n${this.lastWords()}`);
  }

  /** The last fatal log entries, or the end of the log if there are none. */
  lastWords() {
    const lines = readFileSync(`${this.folder}.log`, 'utf8').trimEnd().split('\n');
    const fatal = lines.filter((line) => line.includes('"level":"fatal"'));
    return (fatal.length > 0 ? fatal : lines).slice(-10).join('\n');
  }

  async kill() {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /**
   * Kills the database server's main process; its other processes then end too. The program restarts the database
   * itself.
   */
  async killDatabase() {
    const pidFile = readFileSync(join(this.folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(pidFile, 10), 'SIGKILL');
    // Until the last process of the database has ended, the program would still report that it is ready.
    await sleep(100);
    await this.ready();
  }

  async end() {
    this.child.kill('SIGTERM');
    await this.ended;
  }

  async commandLine(...words) {
    const child = spawn(process.execPath, [fromRoot('scripts/cli.mjs'), ...words], { env: this.env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    return { code, output };
  }
}
