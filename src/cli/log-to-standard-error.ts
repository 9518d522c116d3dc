import { Logger } from '@nestjs/common';
import { createLogWriter } from '../shared/operations/logs/log-writer.js';
import { NestLogs } from '../shared/operations/logs/nest-logs.js';
import { prettyLine, usesColour } from '../shared/operations/logs/pretty.js';

/** Warnings only, and apart from what the command prints. */
export function logToStandardError(): void {
  const { stderr } = process;
  const to = { write: (line: string) => stderr.write(prettyLine(line, usesColour(stderr))) };
  const settings = { logLevel: 'warn', logFormat: 'json', nodeEnv: 'production' } as const;
  Logger.overrideLogger(new NestLogs(createLogWriter(settings, to)));
}
