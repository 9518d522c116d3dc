import { Logger, type LoggerService } from '@nestjs/common';
import type { Config } from '../../src/config.js';
import { useLogs } from '../../src/shared/observability/index.js';

export interface Logged {
  readonly level: 'error' | 'warn' | 'log' | 'debug';
  readonly facts: object;
}

/** What is logged meanwhile. Afterwards the application logs as it is configured. */
export async function logged(config: Config, work: (entries: readonly Logged[]) => Promise<void>): Promise<Logged[]> {
  const entries: Logged[] = [];
  const at = (level: Logged['level']) => (facts: unknown) =>
    void entries.push({ level, facts: Object(facts) as object });
  const recorder: LoggerService = { error: at('error'), warn: at('warn'), log: at('log'), debug: at('debug') };
  Logger.overrideLogger(recorder);
  try {
    await work(entries);
  } finally {
    useLogs(config);
  }
  return entries;
}
