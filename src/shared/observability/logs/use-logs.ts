import { Logger } from '@nestjs/common';
import { createLogWriter, type LogSettings } from './log-writer.js';
import { NestLogs } from './nest-logs.js';

/**
 * Makes every `Logger` of the process follow the settings. If several processes run, each line has the number of its
 * process.
 */
export function useLogs(settings: LogSettings, processNumber?: number): void {
  const writer = createLogWriter(settings);
  Logger.overrideLogger(new NestLogs(processNumber === undefined ? writer : writer.child({ process: processNumber })));
}
