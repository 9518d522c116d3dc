import { Logger } from '@nestjs/common';
import type { Config } from '../config.js';
import { ensureDevelopmentTls } from '../shared/security/tls/development-tls.js';
import { readServerTls } from '../shared/security/tls/server-tls.js';
import type { TlsMaterial } from '../surfaces/listeners.js';
import { dataFolder } from './data-folder.js';

export interface ListenerTls extends TlsMaterial {
  /** The development authority, for `curl --cacert`. */
  readonly caFile?: string;
}

/** The certificate to serve with: the operator's, or one of development. None behind a proxy that ends TLS. */
export async function tlsMaterial(config: Config): Promise<ListenerTls | undefined> {
  if (config.tlsMode === 'off') return undefined;
  const { tlsCertFile: certFile, tlsKeyFile: keyFile } = config;
  if (certFile === undefined || keyFile === undefined) return ensureDevelopmentTls(dataFolder(config).tls);
  const { cert, key, warnings } = readServerTls({ certFile, keyFile });
  warnings.forEach((warning) => new Logger('TLS').warn(warning));
  return { cert, key };
}
