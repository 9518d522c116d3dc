import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BadAuthorityFile } from '../../../shared/outbound/index.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads root certificates from a PEM file, or from all `.pem` files in a folder. */
export function attestationRoots(path: string | undefined): X509Certificate[] {
  if (path === undefined) return [];
  try {
    const roots = filesOf(path).flatMap((file) => readFileSync(file, 'utf8').match(CERTIFICATE) ?? []);
    if (roots.length > 0) return roots.map((pem) => new X509Certificate(pem));
  } catch (cause) {
    throw new BadAuthorityFile(`DEVICE_ATTESTATION_ROOTS names ${path}, which cannot be read.`, { cause });
  }
  throw new BadAuthorityFile(`DEVICE_ATTESTATION_ROOTS names ${path}, which has no certificate in PEM.`);
}

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.pem'))
        .map((name) => join(path, name))
    : [path];
