import { Logger } from '@nestjs/common';
import type { Config } from '../../config.js';
import { startEmbeddedPostgres } from '../../shared/persistence/embedded/embedded-postgres.js';
import type { OpenDatabase } from './open-database.js';
import { announceRunningDatabase } from './running-database.js';

export interface EmbeddedHooks {
  readonly nowDoing: (text: string) => void;
  /** It has died too often and nobody starts it any more. */
  readonly onFailed: () => void;
}

const log = new Logger('EmbeddedDatabase');

export async function openEmbedded({ dataDir }: Config, hooks: EmbeddedHooks): Promise<OpenDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir,
    onProgress: hooks.nowDoing,
    onLost: (reason) => log.error({ reason }, 'The embedded database has died and is started again'),
    onFailed: (reason) => {
      log.fatal({ reason }, 'The embedded database keeps dying: the process ends');
      hooks.onFailed();
    },
    log: (level, text) => (level === 'warn' ? log.warn(text) : log.log(text)),
  });
  const { host, port, user: username, database } = server.connection;
  const address = { host, port, username, database };
  const withdraw = announceRunningDatabase(dataDir, address);
  return {
    address,
    close: () => {
      withdraw();
      return server.stop();
    },
  };
}
