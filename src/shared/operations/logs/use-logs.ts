import { Logger } from '@nestjs/common';
import { createLogWriter, type LogSettings } from './log-writer.js';
import { NestLogs } from './nest-logs.js';

/** From here on every `Logger` of the process follows the settings. One of several processes has a number. */
export function useLogs(settings: LogSettings, processNumber?: number): void {
  const writer = createLogWriter(settings);
  Logger.overrideLogger(new NestLogs(processNumber === undefined ? writer : writer.child({ process: processNumber })));
}
