import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './program.js';

/** Debian's nats-server, a process of its own. */
export class NatsServer {
  static readonly isInstalled = spawnSync('nats-server', ['--version']).status === 0;
  #child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
  ) {}

  /** Configured, and not yet running. */
  static async with(config = ''): Promise<NatsServer> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-nats-'));
    const server = new NatsServer(await freePort(), folder);
    writeFileSync(join(folder, 'nats.conf'), `listen: "127.0.0.1:${server.port}"\n${config}\n`);
    return server;
  }

  static async running(config?: string): Promise<NatsServer> {
    const server = await NatsServer.with(config);
    await server.start();
    return server;
  }

  url(credentials = '', scheme = 'nats'): string {
    return `${scheme}://${credentials && `${credentials}@`}127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#child = spawn('nats-server', ['-c', join(this.folder, 'nats.conf')], { stdio: 'ignore' });
    while (!(await answers(this.port))) await sleep(10);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** It answers nothing, and closes nothing. */
  hang(): void {
    this.#child?.kill('SIGSTOP');
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
