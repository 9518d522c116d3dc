import { join } from 'node:path';
import type { Config } from '../config.js';

/** Where things are in the data folder. Production uses none: it is told where everything is. */
export const dataFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => ({
  tls: join(dataDir, 'tls'),
  keys: join(dataDir, 'keys'),
  runningDatabase: join(dataDir, 'running-database.json'),
});

export const usesDataFolder = ({ nodeEnv }: Pick<Config, 'nodeEnv'>): boolean => nodeEnv !== 'production';
