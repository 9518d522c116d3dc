import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { redirectConsole } from '../lifecycle/terminal.js';
import { createLogWriter, NestLogs, prettyLine, usesColour } from '../shared/observability/index.js';

// Redirects the log before the commands are loaded, because their modules may print warnings.
logToStandardError();
redirectConsole();
for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreAbsentReader);
const { runCommandLine } = await import('./run-command-line.js');
process.exit(await runCommandLine(process.argv.slice(2), process.env));

/** Logs only warnings and errors, to standard error, so that standard output contains only what the command prints. */
function logToStandardError(): void {
  const { stderr } = process;
  const to = { write: (line: string) => stderr.write(prettyLine(line, usesColour(stderr))) };
  const settings = { logLevel: 'warn', logFormat: 'json', nodeEnv: 'production' } as const;
  Logger.overrideLogger(new NestLogs(createLogWriter(settings, to)));
}

/**
 * Ignores EPIPE: the reader of our output, such as `head`, may close the pipe early. The command still runs to
 * completion.
 */
function ignoreAbsentReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
