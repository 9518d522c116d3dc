import { Logger as NestLogger, type LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';
import { errorRecord, isError } from './redaction.js';
import { createLogWriter, type LogSettings } from './log-writer.js';

/** The class names in Nest's own start-up messages, which are logged at level debug. */
const FRAMEWORK = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/**
 * Writes the messages that are logged with Nest's `Logger`. The arguments are structured fields, the message, and
 * finally the class name, which Nest adds.
 */
export class NestLogs implements LoggerService {
  constructor(private readonly writer: Logger) {}

  fatal = (first: unknown, ...rest: unknown[]): void => this.#write('fatal', first, rest);
  error = (first: unknown, ...rest: unknown[]): void => this.#write('error', first, rest);
  warn = (first: unknown, ...rest: unknown[]): void => this.#write('warn', first, rest);
  log = (first: unknown, ...rest: unknown[]): void => this.#write('info', first, rest);
  debug = (first: unknown, ...rest: unknown[]): void => this.#write('debug', first, rest);
  verbose = (first: unknown, ...rest: unknown[]): void => this.#write('trace', first, rest);

  #write(level: Level, first: unknown, rest: unknown[]): void {
    if (!this.writer.isLevelEnabled(level)) return;
    const texts = [first, ...rest].filter((part) => typeof part === 'string');
    const context = rest.length > 0 && typeof rest.at(-1) === 'string' ? texts.pop() : undefined;
    const stack = texts.find((text, index) => index > 0 && isStack(text));
    const text = texts.filter((part) => part !== stack).join(' ') || messageOf(first);
    const facts = { ...(context !== undefined && { context }), ...factsOf(first), ...(stack && { stack }) };
    this.writer[this.#levelFor(level, context)](facts, text);
  }

  #levelFor(level: Level, context: string | undefined): Level {
    return level === 'info' && context !== undefined && FRAMEWORK.has(context) ? 'debug' : level;
  }
}

const isStack = (text: string): boolean => /\n\s+at /.test(text);

/** The message is set here, because pino would use the error's message without redaction. */
const messageOf = (first: unknown): string => (isError(first) ? errorRecord(first).message : '');

function factsOf(first: unknown): object {
  if (isError(first)) return { err: first };
  if (typeof first === 'object' && first !== null) return first;
  return typeof first === 'string' || first === undefined ? {} : { value: first };
}

/**
 * Makes every `Logger` of the process use these settings. If the service runs as several processes, pass the number of
 * this one, which is added to each line.
 */
export function useLogs(settings: LogSettings, processNumber?: number): void {
  const writer = createLogWriter(settings);
  NestLogger.overrideLogger(
    new NestLogs(processNumber === undefined ? writer : writer.child({ process: processNumber })),
  );
}
