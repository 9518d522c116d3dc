import { readFileSync } from 'node:fs';
import tls, { type SecureContext, type SecureContextOptions } from 'node:tls';

/**
 * Makes `fetch` in this test process trust an authority: the programs of a guide run in it, and call by `fetch`. Node's
 * own way is an environment variable, which it reads at its start only.
 */
export function trustInThisProcess(caFile: string): void {
  const ca = [...tls.rootCertificates, readFileSync(caFile, 'utf8')];
  const create = tls.createSecureContext;
  tls.createSecureContext = (options?: SecureContextOptions): SecureContext => create({ ca, ...options });
}
