import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** The terminal app of `examples/android`, compiled, which answers notifications by itself. */
export class TerminalPhone {
  #said = '';
  #ended = false;

  constructor(compiled, env) {
    const path = [join(compiled, 'classes'), join(compiled, 'dependency', '*')].join(delimiter);
    const utf8 = ['-Dstdout.encoding=UTF-8', '-Dfile.encoding=UTF-8'];
    const child = spawn('java', [...utf8, '-cp', path, 'com.example.terminal.MainKt'], {
      env: { ...process.env, ...env, ANSWER: 'accept' },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.#said += text));
    child.once('close', () => (this.#ended = true));
    this.end = () => void child.kill();
  }

  /** Waits until the output matches the pattern, and returns the pattern's first group. */
  async says(pattern) {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(100)) {
      const hasEnded = this.#ended;
      const found = pattern.exec(this.#said);
      if (found) return found[1];
      if (hasEnded) break;
    }
    throw new Error(`The phone did not say ${pattern}:\n${this.#said}`);
  }
}
