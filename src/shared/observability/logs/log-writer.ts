import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../../../config.js';
import { currentContext } from '../../kernel/index.js';
import { maskShapes, withoutSecrets } from './redaction.js';

const COLOURS: Readonly<Record<string, number>> = { fatal: 35, error: 31, warn: 33, info: 32, debug: 36, trace: 90 };
const DIM = 90;

export const usesColour = (stream: { isTTY?: boolean }): boolean => stream.isTTY === true && !process.env['NO_COLOR'];

export const painted = (text: string, colour: number, on: boolean): string =>
  on ? `\u001b[${colour}m${text}\u001b[0m` : text;

/**
 * Fields that readable lines at level info omit, because the message of a request's line already contains them, or
 * because only programs need them.
 */
const LEFT_OUT = new Set(['requestId', 'traceId', 'method', 'route', 'status', 'surface', 'client']);
const MOST_OF_A_LIST = 5;
const LONGEST_FACT = 200;

/**
 * Formats a JSON log line for people: time, level, class, message, then the other fields. A line at level `info`
 * without an error omits the fields in `LEFT_OUT`, and shortens long values.
 */
export function prettyLine(line: string, colours: boolean): string {
  const { time, level, msg, context, err, ...all } = JSON.parse(line) as Record<string, unknown>;
  const isPlain = level === 'info' && err === undefined;
  const facts = Object.fromEntries(Object.entries(all).filter(([key]) => !isPlain || !LEFT_OUT.has(key)));
  const words = [
    painted(clockTime(time), DIM, colours),
    painted(String(level).toUpperCase().padEnd(5), COLOURS[String(level)] ?? 0, colours),
    ...(context === undefined ? [] : [painted(`${shown(context)}:`, DIM, colours)]),
    ...(msg === undefined ? [] : [shown(msg)]),
    ...Object.entries(facts).map(([key, value]) =>
      painted(`${key}=${isPlain ? inShort(value) : shown(value)}`, DIM, colours),
    ),
  ];
  return `${words.join(' ')}\n${errorLines(err)}`;
}

const clockTime = (time: unknown): string => String(time).slice(11, 23);

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const inShort = (value: unknown): string =>
  Array.isArray(value) && value.length > MOST_OF_A_LIST ? `(${value.length})` : shown(value).slice(0, LONGEST_FACT);

function errorLines(error: unknown, before = ''): string {
  if (typeof error !== 'object' || error === null) return '';
  const { type, message, stack, cause } = error as Record<string, unknown>;
  const frames = typeof stack === 'string' && stack ? `${stack}\n` : '';
  return `  ${before}${String(type)}: ${String(message)}\n${frames}${errorLines(cause, 'because of ')}`;
}

export type LogSettings = Pick<Config, 'logLevel' | 'logFormat' | 'nodeEnv'>;

/**
 * Creates the log writer. Depending on the settings, it writes JSON lines or lines that are easy to read in a terminal.
 */
export function createLogWriter(settings: LogSettings, to: DestinationStream = standardOutput(settings)): Logger {
  return pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: whoseRequest,
      formatters: { level: (level) => ({ level }), log: withoutSecrets },
      // logs `err` unchanged, because `withoutSecrets` has already removed the parts of it that may not be logged
      serializers: { err: (error: unknown) => error },
      hooks: { streamWrite: maskShapes },
    },
    to,
  );
}

function whoseRequest(): object {
  const context = currentContext();
  return context ? { requestId: context.requestId, traceId: context.traceId } : {};
}

let isStarting = true;

/**
 * Shows lines at level info in a terminal from now on. They are hidden during startup, so that the addresses of the
 * service are easy to find.
 */
export function showAllLogs(): void {
  isStarting = false;
}

const isNoise = (line: string): boolean => isStarting && line.startsWith('{"level":"info"');

function standardOutput(settings: LogSettings): DestinationStream {
  if (isPretty(settings)) {
    const colours = usesColour(process.stdout);
    return {
      write: (line) => {
        if (!isNoise(line)) process.stdout.write(prettyLine(line, colours));
      },
    };
  }
  // Asynchronous, so that a slow reader of the output does not delay requests. The remaining lines are flushed at exit.
  return pino.destination({ fd: 1, sync: false });
}

const isPretty = ({ logFormat, nodeEnv }: LogSettings): boolean =>
  logFormat === 'pretty' || (logFormat === 'auto' && nodeEnv === 'development' && process.stdout.isTTY);
