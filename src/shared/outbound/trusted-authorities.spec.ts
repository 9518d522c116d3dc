import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls, { type TLSSocket } from 'node:tls';
import { ensureDevelopmentTls, type DevelopmentTls } from '../../development/tls/development-tls.js';
import { clientCertificate, outboundTrust, type OutboundTrust } from './trusted-authorities.js';

const folder = mkdtempSync(join(tmpdir(), 'countersign-trust-'));
let made: DevelopmentTls;
let server: Server;

beforeAll(async () => {
  made = await ensureDevelopmentTls(folder);
  server = createServer(made, (_request, response) => response.end('trusted'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

function call(trust: OutboundTrust, at = server): Promise<number | undefined> {
  const options = { agent: false, secureContext: trust() };
  const url = `https://localhost:${(at.address() as AddressInfo).port}/`;
  return new Promise((resolve, reject) => {
    get(url, options, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
}
const files = (outboundCaFile?: string, developmentCaFile?: string) => ({ outboundCaFile, developmentCaFile });

describe('The authorities of our own calls', () => {
  it('are those of Node without a file', async () => {
    expect(outboundTrust(files())()).toBeUndefined();
    await expect(call(outboundTrust(files()))).rejects.toThrow(/verify|self.signed|unable/);
  });

  it('are also those in the files, in one context that is kept', async () => {
    const trust = outboundTrust(files(undefined, made.caFile));
    expect(await call(trust)).toBe(200);
    expect(await call(outboundTrust(files(made.caFile)))).toBe(200);
    expect(trust()).toBe(trust());
  });

  it('still include those of Node', () => {
    const create = jest.spyOn(tls, 'createSecureContext');
    outboundTrust(files(made.caFile))();
    expect(create.mock.calls[0]?.[0]?.ca).toEqual(expect.arrayContaining([...tls.rootCertificates]));
    create.mockRestore();
  });

  it('are refused by name when the file holds none, or is not there', () => {
    const empty = join(folder, 'empty.pem');
    writeFileSync(empty, 'nothing');
    expect(() => outboundTrust(files(empty))).toThrow(
      /OUTBOUND_CA_FILE names .*empty\.pem, which holds no certificate/,
    );
    expect(() => outboundTrust(files(join(folder, 'absent.pem')))).toThrow(/cannot be read/);
  });
});

describe('The certificate of our own calls', () => {
  let asking: Server;
  let seen: (string | undefined)[];

  beforeEach(async () => {
    seen = [];
    asking = createServer(
      { ...made, requestCert: true, ca: made.cert, rejectUnauthorized: false },
      (request, answer) => {
        seen.push((request.socket as TLSSocket).getPeerCertificate().fingerprint256);
        answer.end();
      },
    );
    await new Promise<void>((resolve) => asking.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => asking.close(resolve)));

  const filesOf = ({ cert, key }: { cert: string; key: string }) => {
    const [outboundCertFile, outboundKeyFile] = [join(folder, 'own.pem'), join(folder, 'own.key')];
    writeFileSync(outboundCertFile, cert);
    writeFileSync(outboundKeyFile, key);
    return { outboundCertFile, outboundKeyFile };
  };

  it('is presented to a server that asks for one', async () => {
    const own = clientCertificate(filesOf(made));
    await call(outboundTrust(files(made.caFile), own), asking);
    await call(outboundTrust(files(made.caFile)), asking);
    expect(seen).toEqual([new X509Certificate(made.cert).fingerprint256, undefined]);
  });

  it('is refused when its key is another, before anything is called', () => {
    const { privateKey: key } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    expect(() => clientCertificate(filesOf({ cert: made.cert, key }))).toThrow(/does not belong/);
  });
});
