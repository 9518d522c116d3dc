import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { newId, systemCode } from '../shared/kernel/index.js';
import { newRingEntry, readServerTls } from '../shared/security/index.js';
import { clientCertificate, outboundTrust } from '../shared/outbound/index.js';
import type { Config } from '../config.js';
import { lockDataFolder } from '../development/postgres/data-folder-lock.js';
import type { Teardown } from './shutdown.js';
import type { ServerCertificate } from '../surfaces/listeners.js';

/** Returns the encryption keys of a development start. They are created once and then reused. */
function developmentKeys(folder: string): string {
  const path = join(folder, 'encryption-keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  makeKeys(path);
  return readFileSync(path, 'utf8').trim();
}

/**
 * Writes the keys to a draft file and hard-links it to the final name. So a crash leaves no partial file, and only the
 * first of two processes sets the keys.
 */
function makeKeys(path: string): void {
  const draft = `${path}.${newId()}`;
  writeFileSync(draft, `${newRingEntry('development')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** The paths in the data folder. Production does not use it: there, the settings name every file. */
export const dataFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => ({
  tls: join(dataDir, 'tls'),
  keys: join(dataDir, 'keys'),
  runningDatabase: join(dataDir, 'running-database.json'),
});

const usesDataFolder = ({ nodeEnv }: Pick<Config, 'nodeEnv'>): boolean => nodeEnv !== 'production';

/** Outside production, locks the data folder and creates the encryption keys if none are set. */
export function completeSettings(given: Config, teardown: Teardown): Config {
  // These two calls read certificate files. An unreadable file stops the start here, before anything else runs.
  outboundTrust(given);
  clientCertificate(given)?.warnings.forEach((warning) => new Logger('TLS').warn(warning));
  if (!usesDataFolder(given)) return given;
  const lock = lockDataFolder(given.dataDir);
  teardown.add('data folder', () => lock.release());
  return withDevelopmentKeys(given);
}

export const withDevelopmentKeys = (given: Config): Config =>
  usesDataFolder(given) && given.encryptionKeys === undefined
    ? { ...given, encryptionKeys: developmentKeys(dataFolder(given).keys) }
    : given;

export interface ListenerTls extends ServerCertificate {
  /** The file of the development certificate authority, for `curl --cacert`. */
  readonly caFile?: string;
}

/** The certificate of the listeners: the configured one, or a development one. Undefined if a proxy terminates TLS. */
export async function serverCertificate(config: Config): Promise<ListenerTls | undefined> {
  if (config.tlsMode === 'off') return undefined;
  const { tlsCertFile: certFile, tlsKeyFile: keyFile } = config;
  if (certFile === undefined || keyFile === undefined) {
    const { ensureDevelopmentTls } = await import('../development/tls/development-tls.js');
    return ensureDevelopmentTls(dataFolder(config).tls, { lanAddress: config.lanAddress });
  }
  const { cert, key, warnings } = readServerTls({ certFile, keyFile });
  warnings.forEach((warning) => new Logger('TLS').warn(warning));
  return { cert, key };
}
