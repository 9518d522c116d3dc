import { readFileSync } from 'node:fs';
import tls, { type SecureContext } from 'node:tls';
import type { Config } from '../../config.js';
import { readServerTls, type ServerTls } from '../security/index.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

export type AuthorityFiles = Pick<Config, 'outboundCaFile' | 'developmentCaFile'>;

/** Returns the TLS context for our own calls: `undefined` for Node's default one. */
export type OutboundTrust = () => SecureContext | undefined;

/** Thrown if the file of certificate authorities cannot be used. The message gives the reason in one sentence. */
export class BadAuthorityFile extends Error {}

/**
 * Trusts the certificate authorities in these files in addition to Node's own. The files are read immediately, so that
 * a bad file is reported at startup. `own` is our client certificate. The TLS context is created on first use and
 * cached, because parsing Node's authorities takes tens of milliseconds.
 */
export function outboundTrust(
  { outboundCaFile, developmentCaFile }: AuthorityFiles,
  own?: { readonly cert: string; readonly key: string },
): OutboundTrust {
  const files = [outboundCaFile, developmentCaFile].filter((file) => file !== undefined);
  const authorities = files.flatMap(readCertificates);
  let context: SecureContext | undefined;
  return () => {
    if (authorities.length === 0 && !own) return undefined;
    const ca = authorities.length === 0 ? undefined : [...defaultAuthorities(), ...authorities];
    return (context ??= tls.createSecureContext({ ca, cert: own?.cert, key: own?.key }));
  };
}

type NewerTls = Pick<typeof tls, 'rootCertificates'> & { getCACertificates?: (type: 'default') => string[] };

/**
 * Returns Node's own certificate authorities. They must be passed too, because the option `ca` replaces them. Older
 * versions of Node return only the built-in ones.
 */
function defaultAuthorities(): readonly string[] {
  const { getCACertificates, rootCertificates }: NewerTls = tls;
  return getCACertificates?.('default') ?? rootCertificates;
}

function readCertificates(file: string): string[] {
  const found = read(file).match(CERTIFICATE) ?? [];
  if (found.length === 0)
    throw new BadAuthorityFile(`OUTBOUND_CA_FILE names ${file}, which holds no certificate in PEM.`);
  return found;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new BadAuthorityFile(`OUTBOUND_CA_FILE names ${file}, which cannot be read.`);
  }
}

export type ClientCertificateFiles = Pick<Config, 'outboundCertFile' | 'outboundKeyFile'>;

/** Reads our client certificate for mutual TLS in outgoing calls, once at startup. */
export function clientCertificate({
  outboundCertFile,
  outboundKeyFile,
}: ClientCertificateFiles): ServerTls | undefined {
  if (outboundCertFile === undefined || outboundKeyFile === undefined) return undefined;
  return readServerTls({ certFile: outboundCertFile, keyFile: outboundKeyFile });
}
