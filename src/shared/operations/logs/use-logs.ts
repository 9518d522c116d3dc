import { Logger } from '@nestjs/common';
import { createLogWriter, type LogSettings } from './log-writer.js';
import { NestLogs } from './nest-logs.js';

/** From here on every `Logger` of the process follows the settings. */
export function useLogs(settings: LogSettings): void {
  Logger.overrideLogger(new NestLogs(createLogWriter(settings)));
}
