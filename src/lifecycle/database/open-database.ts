import type { DatabaseAddress } from '../../../ormconfig.js';
import type { Config } from '../../config.js';
import { openEmbedded, type EmbeddedHooks } from './open-embedded.js';

export interface OpenDatabase {
  readonly address: DatabaseAddress;
  readonly close: () => Promise<void>;
}

/** The database that the operator names, or one of our own in the data folder. */
export async function openDatabase(config: Config, hooks: EmbeddedHooks): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) return openEmbedded(config, hooks);
  return { address: { url: config.databaseUrl }, close: () => Promise.resolve() };
}
