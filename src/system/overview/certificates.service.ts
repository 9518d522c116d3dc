import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

export const certificateUses = ['server', 'outbound'] as const;
export type CertificateUse = (typeof certificateUses)[number];

export interface KnownCertificate {
  readonly use: CertificateUse;
  readonly subject: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Reads the configured certificates from their files on each call. */
@Injectable()
export class Certificates {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async list(): Promise<KnownCertificate[]> {
    const { tlsMode, tlsCertFile, outboundCertFile } = this.config;
    const found = await Promise.all([
      tlsMode === 'on' ? certificateIn('server', tlsCertFile) : undefined,
      certificateIn('outbound', outboundCertFile),
    ]);
    return found.filter((one) => one !== undefined);
  }
}

/**
 * Reads a certificate from its file. Undefined if no file is configured or it cannot be read. An unreadable file is
 * reported at startup and by the command `ready`.
 */
async function certificateIn(use: CertificateUse, file: string | undefined): Promise<KnownCertificate | undefined> {
  if (file === undefined) return undefined;
  try {
    const { subject, validFrom, validTo } = new X509Certificate(await readFile(file));
    return { use, subject, notBefore: new Date(validFrom), notAfter: new Date(validTo) };
  } catch {
    return undefined;
  }
}
