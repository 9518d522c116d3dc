import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemCode } from '../../kernel/index.js';

export interface ServerTls {
  /** The certificate chain in PEM, the server's certificate first. */
  readonly cert: string;
  readonly key: string;
  /** Problems that an operator should fix, but that do not prevent startup. */
  readonly warnings: readonly string[];
}

/** Thrown if the certificate or key file cannot be used. The message gives the reason in one sentence. */
export class BadTlsFiles extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadTlsFiles';
  }
}

const DAY = 24 * 3_600_000;

/** Reads and checks the certificate and key files that an operator has configured. */
export function readServerTls(files: { certFile: string; keyFile: string }, now = new Date()): ServerTls {
  const cert = read('certificate', files.certFile);
  const key = read('key', files.keyFile);
  const leaf = parseCertificate(cert, files.certFile);
  if (!leaf.checkPrivateKey(parseKey(key, files.keyFile))) {
    throw new BadTlsFiles(
      `The key in ${files.keyFile} does not belong to the first certificate in ${files.certFile}; the chain begins with the server's own.`,
    );
  }
  return { cert, key, warnings: periodWarnings(leaf, files.certFile, now) };
}

function read(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadTlsFiles(`The TLS ${what} file ${file} cannot be read (${systemCode(error) ?? 'unknown'}).`);
  }
}

function parseCertificate(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new BadTlsFiles(`The TLS certificate file ${file} does not hold a certificate in PEM.`);
  }
}

function parseKey(pem: string, file: string): KeyObject {
  if (/ENCRYPTED/.test(pem))
    throw new BadTlsFiles(`The TLS key file ${file} is encrypted; give the key without a passphrase.`);
  try {
    return createPrivateKey(pem);
  } catch {
    throw new BadTlsFiles(`The TLS key file ${file} does not hold a private key in PEM.`);
  }
}

/**
 * Returns warnings rather than errors, because clients that pin the certificate may still accept an expired one until
 * the new one arrives.
 */
function periodWarnings(leaf: X509Certificate, file: string, now: Date): string[] {
  const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  if (now.getTime() < from) return [`The TLS certificate ${file} is not valid before ${leaf.validFrom}.`];
  if (now.getTime() >= to) return [`The TLS certificate ${file} expired on ${leaf.validTo}.`];
  const days = Math.floor((to - now.getTime()) / DAY);
  return days < 14 ? [`The TLS certificate ${file} expires in ${days} days, on ${leaf.validTo}.`] : [];
}
