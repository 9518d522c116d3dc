import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { redirectConsole } from '../lifecycle/terminal.js';
import { createLogWriter, NestLogs, prettyLine, usesColour } from '../shared/observability/index.js';

// Before the commands are loaded: what they are made of may have something to say.
logToStandardError();
redirectConsole();
for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreAbsentReader);
const { runCommandLine } = await import('./run-command-line.js');
process.exit(await runCommandLine(process.argv.slice(2), process.env));

/** Warnings only, and apart from what the command prints. */
function logToStandardError(): void {
  const { stderr } = process;
  const to = { write: (line: string) => stderr.write(prettyLine(line, usesColour(stderr))) };
  const settings = { logLevel: 'warn', logFormat: 'json', nodeEnv: 'production' } as const;
  Logger.overrideLogger(new NestLogs(createLogWriter(settings, to)));
}

/** Who reads our output may close it early, as `head` does. The command goes on to its end, without a reader. */
function ignoreAbsentReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
