import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const script = (name: string): string => `${ROOT}scripts/${name}.mjs`;
const START = script('start');
export const COMMAND_LINE = script('cli');

/** What a process needs to find its programs; settings of whoever runs the tests stay out. */
const SURROUNDINGS = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  DEMO: 'off', // its port would be the same for all
};

export type ProgramEnv = Readonly<Record<string, string>>;

/** The built program as an operator runs it: a process of its own. */
export class Program {
  out = '';
  err = '';
  readonly exited: Promise<number | NodeJS.Signals>;

  private readonly child: ChildProcess;

  private constructor(
    command: string,
    args: readonly string[],
    readonly env: ProgramEnv,
  ) {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...SURROUNDINGS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    child.stdout.on('data', (text: Buffer) => (this.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (this.err += text.toString()));
    this.exited = once(child, 'close').then(([code, signal]) => code ?? signal);
  }

  static start(env: ProgramEnv, program = START, args: readonly string[] = []): Program {
    return new Program(process.execPath, [program, ...args], env);
  }

  /** As the README says it. */
  static startByNpm(env: ProgramEnv): Program {
    return new Program('npm', ['start'], env);
  }

  /** As a page of the documentation says it: the last command may be a program that goes on. */
  static startByShell(env: ProgramEnv, commands: string): Program {
    return new Program('sh', ['-ec', commands.replace(/\nnode (.*)\n*$/, '\nexec node $1')], env);
  }

  /** Any other program, such as an example in another language. */
  static startCommand(env: ProgramEnv, command: string, args: readonly string[]): Program {
    return new Program(command, args, env);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Resolves once it says that it is ready; rejects when it ends before. */
  async ready(): Promise<this> {
    let ended: number | NodeJS.Signals | undefined;
    void this.exited.then((code) => (ended = code));
    while (!(await this.#isReady())) {
      if (ended !== undefined) throw new Error(`The program ended with ${ended}:\n${this.out}${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return this;
  }

  ops(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.env['OPS_PORT']}${path}`);
  }

  /** Closes our end of its output: whatever it writes from now on fails with EPIPE. */
  readNothing(): this {
    this.child.stdout?.destroy();
    return this;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.signal(signal);
    return this.exited;
  }

  async #isReady(): Promise<boolean> {
    const answer = await this.ops('/health/ready').catch(() => undefined);
    return answer?.ok ?? false;
  }
}

const PORTS = ['AUTH_PORT', 'MANAGEMENT_PORT', 'IDV_PORT', 'MOBILE_PORT', 'CONSOLE_PORT', 'OPS_PORT'];

/**
 * Below those that a system gives to whoever asks for any port: nobody else is given one of these before the program
 * listens there. Each process that runs tests begins elsewhere.
 */
const [FIRST, LAST] = [12_000, 31_999];
let next = FIRST + ((process.pid * 100) % (LAST - FIRST));

/** A port for each surface that nobody listens at. */
export async function freePorts(): Promise<ProgramEnv> {
  const ports: ProgramEnv[] = [];
  for (const name of PORTS) ports.push({ [name]: String(await freePort()) });
  return Object.assign({}, ...ports) as ProgramEnv;
}

export async function freePort(): Promise<number> {
  const port = next;
  next = port === LAST ? FIRST : port + 1;
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen({ port, host: '127.0.0.1' }, () => resolve(true));
  });
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
