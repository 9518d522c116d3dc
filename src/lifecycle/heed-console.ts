import { format } from 'node:util';
import { Logger } from '@nestjs/common';

/** We test on the version that it complains of, and read forms ahead of it on purpose. */
const UNFOUNDED = /oidc-provider WARNING: (?:Unsupported runtime|already parsed request body)/;

/** What a library says on the console belongs into the log, where it is cut and kept like everything else. */
export function heedConsole(): void {
  const log = new Logger('Library');
  const tell =
    (level: 'log' | 'warn' | 'error') =>
    (...words: unknown[]): void => {
      const text = format(...words);
      log[UNFOUNDED.test(text) ? 'debug' : level](text);
    };
  Object.assign(console, { info: tell('log'), log: tell('log'), warn: tell('warn'), error: tell('error') });
}
