import { KeyObject, webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import * as x509 from '@peculiar/x509';

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

/** A certificate for a name, which is its own authority. Its file is for `OUTBOUND_CA_FILE`. */
export async function certificateFor(name: string, file: string): Promise<{ cert: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  x509.cryptoProvider.set(webcrypto);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 86_400_000),
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const cert = `${certificate.toString('pem')}\n`;
  writeFileSync(file, cert);
  return { cert, key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString() };
}
