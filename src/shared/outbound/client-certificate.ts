import type { Config } from '../../config.js';
import { readServerTls, type ServerTls } from '../security/index.js';

export type ClientCertificateFiles = Pick<Config, 'outboundCertFile' | 'outboundKeyFile'>;

/** Reads our client certificate for mutual TLS in outgoing calls, once at the start. */
export function clientCertificate({
  outboundCertFile,
  outboundKeyFile,
}: ClientCertificateFiles): ServerTls | undefined {
  if (outboundCertFile === undefined || outboundKeyFile === undefined) return undefined;
  return readServerTls({ certFile: outboundCertFile, keyFile: outboundKeyFile });
}
