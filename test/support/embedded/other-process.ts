import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Answer {
  readonly pid?: number;
  readonly error?: string;
  readonly message?: string;
  readonly progress?: string;
  readonly connection?: { host: string; port: number; user: string; database: string };
}

/** A separate process that uses the same data folder. */
export class OtherProcess {
  private readonly answers: AsyncIterator<string>;

  constructor(private readonly child: ChildProcess) {
    this.answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  }

  static run(compiled: string, options: SpawnOptions = {}): OtherProcess {
    const script = join(compiled, 'child.mjs');
    return new OtherProcess(
      spawn(process.execPath, [script], { cwd: compiled, ...options, stdio: ['pipe', 'pipe', 'inherit'] }),
    );
  }

  get pid(): number {
    return this.child.pid!;
  }

  tell(verb: string, more: object = {}): void {
    this.child.stdin!.write(`${JSON.stringify({ verb, ...more })}\n`);
  }

  async hear(): Promise<Answer> {
    const { value, done } = await this.answers.next();
    return done ? {} : (JSON.parse(value) as Answer);
  }

  /** Sends a command and returns its final answer, skipping progress messages. */
  async ask(verb: string, more: object = {}): Promise<Answer> {
    this.tell(verb, more);
    return this.conclusion();
  }

  async conclusion(): Promise<Answer> {
    let answer = await this.hear();
    while (answer.progress !== undefined) answer = await this.hear();
    return answer;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}
