import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCertificateSet, type CertificateSet } from '../../../development/tls/development-tls.js';
import { BadTlsFiles, readServerTls } from './server-tls.js';

describe('readServerTls', () => {
  const now = new Date();
  const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
  let dir: string;
  let own: CertificateSet;
  let files: { certFile: string; keyFile: string };

  beforeAll(async () => {
    own = await newCertificateSet(now, ['127.0.0.1']);
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'countersign-tls-'));
    files = { certFile: join(dir, 'cert.pem'), keyFile: join(dir, 'key.pem') };
    await writeFile(files.certFile, own.cert + own.ca);
    await writeFile(files.keyFile, own.key);
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('reads a chain and its key', () => {
    expect(readServerTls(files, now)).toEqual({ cert: own.cert + own.ca, key: own.key, warnings: [] });
  });

  it.each([
    ['is not valid before', inDays(-10)],
    ['expires in 9 days', inDays(810)],
    ['expired on', inDays(821)],
  ])('warns, and starts, when the certificate %s', (warning, at) => {
    expect(readServerTls(files, at).warnings).toEqual([expect.stringContaining(warning)]);
  });

  const refusal = (): string => {
    try {
      readServerTls(files, now);
      return 'accepted';
    } catch (error) {
      expect(error).toBeInstanceOf(BadTlsFiles);
      return (error as Error).message;
    }
  };

  it('names the file that is missing', async () => {
    await rm(files.keyFile);
    expect(refusal()).toBe(`The TLS key file ${files.keyFile} cannot be read (ENOENT).`);
    await rm(files.certFile);
    expect(refusal()).toBe(`The TLS certificate file ${files.certFile} cannot be read (ENOENT).`);
  });

  it('refuses a key that belongs to another certificate, or a chain in the wrong order', async () => {
    await writeFile(files.keyFile, (await newCertificateSet(now, ['127.0.0.1'])).key);
    expect(refusal()).toContain('does not belong to the first certificate');
    await writeFile(files.keyFile, own.key);
    await writeFile(files.certFile, own.ca + own.cert);
    expect(refusal()).toContain('does not belong to the first certificate');
  });

  it('says when a file holds something else, and never what', async () => {
    await writeFile(files.certFile, own.key);
    expect(refusal()).toBe(`The TLS certificate file ${files.certFile} does not hold a certificate in PEM.`);
    await writeFile(files.certFile, own.cert);
    await writeFile(files.keyFile, own.cert);
    expect(refusal()).toBe(`The TLS key file ${files.keyFile} does not hold a private key in PEM.`);
  });

  it('says when the key is encrypted', async () => {
    const encryption = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
    await writeFile(files.keyFile, createPrivateKey(own.key).export(encryption));
    expect(refusal()).toContain('is encrypted');
  });
});
