import { readFileSync } from 'node:fs';
import tls, { type SecureContext, type SecureContextOptions } from 'node:tls';
import { StartRefused } from './start-errors.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Trusts further authorities, besides the usual ones, in every TLS connection that we make: fetch, https, SMTP. */
export function trustAlso(file: string): void {
  const certificates = readCertificates(file);
  const create = tls.createSecureContext;
  // Node's own way, NODE_EXTRA_CA_CERTS, is only read from the environment that a process is born with; and
  // tls.setDefaultCACertificates is missing in some of the versions that we support.
  tls.createSecureContext = (options?: SecureContextOptions): SecureContext => {
    const context = create(options);
    if (options?.ca === undefined) addAuthorities(context, certificates);
    return context;
  };
}

interface NativeContext {
  addCACert(pem: string): void;
}

const addAuthorities = ({ context }: SecureContext, certificates: readonly string[]): void =>
  certificates.forEach((pem) => (context as NativeContext).addCACert(pem));

function readCertificates(file: string): string[] {
  const found = read(file).match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new StartRefused(`OUTBOUND_CA_FILE names ${file}, which holds no certificate in PEM.`);
  return found;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartRefused(`OUTBOUND_CA_FILE names ${file}, which cannot be read.`);
  }
}
