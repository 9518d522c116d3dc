import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, cleanEnvironment } from './operating-system.js';

/** Everything needed to start the server, or to restart it. */
export interface ServerPlan {
  readonly programs: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly account: Account | undefined;
}

const keptLines = 10;
const patience = 10_000;

/** A running server: PostgreSQL's main process, which is the parent of its other processes. */
export class Postmaster {
  /** Resolves with the reason why the server ended. Never rejects. */
  readonly ended: Promise<string>;
  private running = true;
  private lastLines: string[] = [];

  private constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => this.whenEnded(resolve));
  }

  /**
   * Starts a server, and resolves when it accepts connections. `onLine` is called with every line of output, including
   * later ones.
   */
  static async start(plan: ServerPlan, onLine: (line: string) => void): Promise<Postmaster> {
    const postmaster = new Postmaster(spawnServer(plan));
    await postmaster.ready(onLine);
    return postmaster;
  }

  /**
   * Stops the server. SIGINT closes the connections and writes everything to disk. If that takes too long, SIGQUIT ends
   * the server at once, and it recovers at the next start.
   */
  async stop(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (!this.running) return;
      this.child.kill(signal);
      await this.endedWithin(patience);
    }
  }

  private ready(onLine: (line: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.listen((line) => {
        onLine(line);
        if (!line.includes('ready to accept connections')) return;
        this.lastLines = [];
        resolve();
      });
      void this.ended.then((reason) => reject(new Error(`PostgreSQL does not start: ${reason}`)));
    });
  }

  /** Reads the output until the server ends. Otherwise the pipe could fill up and block the server. */
  private listen(onLine: (line: string) => void): void {
    if (!this.child.stderr) return;
    createInterface({ input: this.child.stderr }).on('line', (line) => {
      this.lastLines = [...this.lastLines, line].slice(-keptLines);
      onLine(line);
    });
  }

  private whenEnded(resolve: (reason: string) => void): void {
    const endWithUs = (): void => void this.child.kill('SIGINT');
    const end = (how: string): void => {
      this.running = false;
      process.off('exit', endWithUs);
      const report = (): void => resolve([how, ...this.lastLines].join('\n'));
      // Waits a limited time for the last output: children of a killed server keep the pipe open.
      this.child.once('close', report);
      setTimeout(report, 300).unref();
    };
    process.once('exit', endWithUs);
    this.child.once('exit', (code, signal) => end(`it ended with ${signal ?? code ?? 'nothing'}`));
    // After an error, the server counts as ended only if it has no PID, because it could not be started.
    this.child.on('error', (error) => this.child.pid ?? end(error.message));
  }

  private async endedWithin(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
    await Promise.race([this.ended, bound]);
    clearTimeout(timer);
  }
}

function spawnServer({ programs, cluster, socketFolder, account }: ServerPlan): ChildProcess {
  return spawn(join(programs, 'postgres'), ['-D', cluster, ...serverSettings(socketFolder)], {
    ...account,
    cwd: cluster,
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a process group of its own, PostgreSQL does not get the terminal's Ctrl-C before our last transactions.
    detached: true,
  });
}

/** The server settings, passed on every start. They override the cluster's configuration files. */
export function serverSettings(socketFolder: string): string[] {
  return Object.entries({
    cluster_name: 'countersign',
    listen_addresses: '',
    // The value is a list, so the path is quoted: a comma or space in it would begin another entry.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '200',
    // Parallel queries are off, because they need shared memory in /dev/shm, which has only 64 MB in a container.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // The log goes to standard error. Statements and error details are left out: they contain personal data.
    log_destination: 'stderr',
    logging_collector: 'off',
    lc_messages: 'C',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export interface SupervisorHooks {
  /** Called when the server has died, before it is restarted. */
  readonly onLost: (reason: string) => void;
  /** Called when the server has died too often. It is not restarted any more. */
  readonly onFailed: (reason: string) => void;
}

const restartsAllowed = 5;
const withinMilliseconds = 60_000;
const pause = 250;

type Supervised = Pick<Postmaster, 'ended' | 'stop'>;

/** Restarts a server that dies, until it is stopped or dies too often. */
export class Supervisor {
  private stopping = false;
  private losses: number[] = [];
  private readonly finished: Promise<void>;

  constructor(
    private postmaster: Supervised,
    private readonly startAgain: () => Promise<Supervised>,
    private readonly hooks: SupervisorHooks,
  ) {
    this.finished = this.keepRunning();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.postmaster.stop();
    await this.finished;
  }

  private async keepRunning(): Promise<void> {
    let reason = await this.postmaster.ended;
    while (!this.stopping) {
      if (this.diesTooOften()) {
        this.hooks.onFailed(reason);
        return;
      }
      this.hooks.onLost(reason);
      reason = await this.runOnce();
    }
  }

  private async runOnce(): Promise<string> {
    try {
      this.postmaster = await this.startAgain();
    } catch (error) {
      await sleep(pause);
      return error instanceof Error ? error.message : String(error);
    }
    // If `stop` was called during the start, it has stopped only the previous server.
    if (this.stopping) await this.postmaster.stop();
    return this.postmaster.ended;
  }

  private diesTooOften(): boolean {
    const now = Date.now();
    this.losses = [...this.losses.filter((at) => now - at < withinMilliseconds), now];
    return this.losses.length > restartsAllowed;
  }
}
