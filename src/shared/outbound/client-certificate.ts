import type { Config } from '../../config.js';
import { readServerTls, type ServerTls } from '../security/index.js';

export type ClientCertificateFiles = Pick<Config, 'outboundCertFile' | 'outboundKeyFile'>;

/** Reads the certificate of our own calls for mutual TLS, once at the start. */
export function clientCertificate({
  outboundCertFile,
  outboundKeyFile,
}: ClientCertificateFiles): ServerTls | undefined {
  if (outboundCertFile === undefined || outboundKeyFile === undefined) return undefined;
  return readServerTls({ certFile: outboundCertFile, keyFile: outboundKeyFile });
}
