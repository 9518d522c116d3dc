import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../../../config.js';
import { currentContext } from '../../kernel/request-context.js';
import { prettyLine, usesColour } from './pretty.js';
import { maskShapes, withoutSecrets } from './redaction.js';

export type LogSettings = Pick<Config, 'logLevel' | 'logFormat' | 'nodeEnv'>;

/** Lines of JSON; for a person at a terminal, lines to read. */
export function createLogWriter(settings: LogSettings, to: DestinationStream = standardOutput(settings)): Logger {
  return pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: whoseRequest,
      formatters: { level: (level) => ({ level }), log: withoutSecrets },
      // Errors have been cut to what may be told by then.
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

function standardOutput(settings: LogSettings): DestinationStream {
  if (isPretty(settings)) {
    const colours = usesColour(process.stdout);
    return { write: (line) => process.stdout.write(prettyLine(line, colours)) };
  }
  // Not synchronous: a slow reader of our output must not stop the answers. What is unwritten at exit is flushed.
  return pino.destination({ fd: 1, sync: false });
}

const isPretty = ({ logFormat, nodeEnv }: LogSettings): boolean =>
  logFormat === 'pretty' || (logFormat === 'auto' && nodeEnv === 'development' && process.stdout.isTTY);
