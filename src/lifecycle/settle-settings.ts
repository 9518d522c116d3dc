import type { Config } from '../config.js';
import { lockDataFolder } from '../shared/persistence/embedded/data-folder-lock.js';
import { dataFolder, usesDataFolder } from './data-folder.js';
import { developmentKeys } from './development-keys.js';
import { trustAlso } from './outbound-trust.js';
import type { Teardown } from './teardown.js';

/** Takes the data folder, and makes up in development what must be given in production. */
export function settleSettings(given: Config, teardown: Teardown): Config {
  if (given.outboundCaFile !== undefined) trustAlso(given.outboundCaFile);
  if (!usesDataFolder(given)) return given;
  const lock = lockDataFolder(given.dataDir);
  teardown.add('data folder', () => lock.release());
  return withDevelopmentKeys(given);
}

export const withDevelopmentKeys = (given: Config): Config =>
  usesDataFolder(given) && given.encryptionKeys === undefined
    ? { ...given, encryptionKeys: developmentKeys(dataFolder(given).keys) }
    : given;
