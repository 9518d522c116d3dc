import { format } from 'node:util';
import { Logger } from '@nestjs/common';
import { painted, usesColour } from '../shared/observability/index.js';

const SLOW_MS = 1_000;
const BOLD = 1;
const DIM = 90;
const RED = 31;
const CLEAR_LINE = '\r\u001b[K';

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** Prints messages for the person who starts the program, in addition to the log. */
export class Terminal {
  constructor(
    private readonly out: Stream = process.stdout,
    private readonly err: Stream = process.stderr,
  ) {}

  say(line = ''): void {
    this.out.write(`${line}\n`);
  }

  complain(line: string): void {
    this.err.write(`${painted(line, RED, usesColour(this.err))}\n`);
  }

  bold = (text: string): string => painted(text, BOLD, usesColour(this.out));
  dim = (text: string): string => painted(text, DIM, usesColour(this.out));

  /** Prints the name of a step if it takes longer than a second. On a terminal, the line is removed afterwards. */
  async during<T>(doing: string, work: (nowDoing: (text: string) => void) => Promise<T>): Promise<T> {
    const line = { text: doing, shown: false };
    const show = () => {
      line.shown = true;
      this.err.write(this.err.isTTY ? `${CLEAR_LINE}${line.text} …` : `${line.text} …\n`);
    };
    const timer = setTimeout(show, SLOW_MS);
    try {
      return await work((text) => {
        line.text = text;
        if (line.shown) show();
      });
    } finally {
      clearTimeout(timer);
      if (line.shown && this.err.isTTY) this.err.write(CLEAR_LINE);
    }
  }
}

/** Redirects the output of `console` to the log, because libraries use it. */
export function redirectConsole(): void {
  const log = new Logger('Library');
  const logAt =
    (level: 'log' | 'warn' | 'error') =>
    (...words: unknown[]): void => {
      log[level](format(...words));
    };
  Object.assign(console, { info: logAt('log'), log: logAt('log'), warn: logAt('warn'), error: logAt('error') });
}
