import { X509Certificate } from 'node:crypto';
import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:https';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issue, newAuthority } from './certificates.js';
import { ensureDevelopmentTls } from './development-tls.js';

const DAY = 86_400_000;
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY);

/**
 * Starts a server with the certificate and requests `https://<host>`, trusting only `ca`. Resolves with the body, or
 * with the error's message.
 */
async function ask(host: string, tls: { cert: string; key: string; ca: string }, servername?: string): Promise<string> {
  const server = createServer({ cert: tls.cert, key: tls.key }, (_, response) => response.end('served'));
  await new Promise<void>((resolve) => server.listen(0, host === '::1' ? '::1' : '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise<string>((resolve) => {
      const options = { host, port, ca: tls.ca, agent: false, ...(servername && { servername, host: '127.0.0.1' }) };
      const sent = request(options, (response) => response.on('data', (chunk) => resolve(String(chunk))));
      sent.on('error', (error) => resolve(error.message)).end();
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('ensureDevelopmentTls', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'countersign-tls-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it.each(['localhost', '127.0.0.1'])('makes a certificate that a client with the CA accepts for %s', async (host) => {
    const tls = await ensureDevelopmentTls(join(dir, 'not', 'yet'), { now });
    expect(await ask(host, tls)).toBe('served');
    expect(await ask(host, { ...tls, ca: (await ensureDevelopmentTls(join(dir, 'other'), { now })).ca })).not.toBe(
      'served',
    );
    expect(await ask('localhost', tls, 'bank.example')).toContain("does not match certificate's altnames");
  });

  it('makes another certificate where an address is added, which stays good without it', async () => {
    const [before, lanAddress] = [await ensureDevelopmentTls(dir, { now }), '192.168.1.20'];
    const made = await ensureDevelopmentTls(dir, { now, lanAddress });
    expect(made.cert).not.toBe(before.cert);
    expect(new X509Certificate(made.cert).checkIP(lanAddress)).toBe(lanAddress);
    for (const wishes of [{ now, lanAddress }, { now }]) {
      expect((await ensureDevelopmentTls(dir, wishes)).cert).toBe(made.cert);
    }
  });

  it('makes what browsers ask for: server use, subject alternative names, at most 825 days', async () => {
    const tls = await ensureDevelopmentTls(dir, { now });
    const leaf = new X509Certificate(tls.cert);
    expect(leaf.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(leaf.ca).toBe(false);
    expect(Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)).toBeLessThanOrEqual(825 * DAY);
    expect(leaf.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);

    const ca = new X509Certificate(tls.ca);
    expect(ca.ca).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(ca.subject).toMatch(/^CN=Countersign development CA [0-9a-f]{8}$/);
    expect(ca.serialNumber).not.toBe(leaf.serialNumber);
  });

  it('has an authority that could not vouch for another name or address, even with its key', async () => {
    const period = { notBefore: inDays(-1), notAfter: inDays(1) };
    const authority = await newAuthority(period, ['127.0.0.1', '::1']);
    const forged = async (...names: [string, string[]]) => ({
      ca: authority.pem,
      ...(await issue(authority, period, ...names)),
    });

    expect(await ask('localhost', await forged('localhost', []))).toBe('served');
    expect(await ask('localhost', await forged('bank.example', []), 'bank.example')).toBe(
      'permitted subtree violation',
    );
    expect(await ask('127.0.0.1', await forged('localhost', ['127.0.0.1', '10.0.0.1']))).toBe(
      'permitted subtree violation',
    );
    expect(await ask('127.0.0.1', await forged('localhost', ['127.0.0.1', '::2']))).toBe('permitted subtree violation');
  });

  it('keeps the keys to itself, shows the CA, and leaves no key of the CA', async () => {
    const tls = await ensureDevelopmentTls(dir, { now });
    expect((await stat(tls.keyFile)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, '1'))).mode & 0o777).toBe(0o700);
    expect((await stat(tls.caFile)).mode & 0o444).toBe(0o444);
    expect(await readdir(dir)).toEqual(['1', 'ca.pem']);
    expect(await readFile(tls.caFile, 'utf8')).toBe(tls.ca);
    expect(await readFile(tls.certFile, 'utf8')).toBe(tls.cert);
    expect(await readFile(tls.keyFile, 'utf8')).toBe(tls.key);

    const caKey = new X509Certificate(tls.ca).publicKey.export({ format: 'jwk' });
    const leafKey = new X509Certificate(tls.cert).publicKey.export({ format: 'jwk' });
    expect(caKey.x).not.toBe(leafKey.x);
  });

  it('gives the same certificates at the next start', async () => {
    const first = await ensureDevelopmentTls(dir, { now });
    expect(await ensureDevelopmentTls(dir, { now: inDays(700) })).toEqual(first);
  });

  it.each([
    ['near its end', inDays(795)],
    ['expired', inDays(900)],
    ['not yet valid, since the clock was wrong', inDays(-2)],
  ])('makes a new set when the old one is %s, and removes the old', async (_, later) => {
    const first = await ensureDevelopmentTls(dir, { now });
    const second = await ensureDevelopmentTls(dir, { now: later });
    expect(second.cert).not.toBe(first.cert);
    expect(await readFile(second.caFile, 'utf8')).toBe(second.ca);
    expect(await readdir(dir)).toEqual(['2', 'ca.pem']);
    expect(await ensureDevelopmentTls(dir, { now: later })).toEqual(second);
  });

  it.each(['ca.pem', 'localhost.pem', 'localhost-key.pem'])(
    'makes a new set when %s of it is broken or gone',
    async (file) => {
      const first = await ensureDevelopmentTls(dir, { now });
      await writeFile(join(dir, '1', file), '');
      const second = await ensureDevelopmentTls(dir, { now });
      await rm(join(dir, '2', file));
      const third = await ensureDevelopmentTls(dir, { now });
      expect(new Set([first.cert, second.cert, third.cert]).size).toBe(3);
      expect(await ask('localhost', third)).toBe('served');
      expect(await readFile(third.caFile, 'utf8')).toBe(third.ca);
    },
  );

  it.each(['ca', 'cert', 'key'] as const)('makes a new set when its %s belongs to another', async (part) => {
    const stranger = await ensureDevelopmentTls(join(dir, 'stranger'), { now });
    const first = await ensureDevelopmentTls(join(dir, 'own'), { now });
    const file = part === 'ca' ? join(dir, 'own', '1', 'ca.pem') : first[`${part}File`];
    await writeFile(file, stranger[part]);
    expect(await ask('localhost', await ensureDevelopmentTls(join(dir, 'own'), { now }))).toBe('served');
  });

  it('repairs what a crash left: a draft, and a CA file that was not written yet', async () => {
    await mkdir(join(dir, 'new-abc'));
    await writeFile(join(dir, 'new-abc', 'localhost-key.pem'), 'half a k');
    const first = await ensureDevelopmentTls(dir, { now });
    await rm(first.caFile);
    expect(await ensureDevelopmentTls(dir, { now })).toEqual(first);
    expect(await readFile(first.caFile, 'utf8')).toBe(first.ca);
    expect(await readdir(dir)).toEqual(['1', 'ca.pem']);
  });

  it('gives everyone the same set when several start at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => ensureDevelopmentTls(dir, { now })));
    expect(new Set(all.map((tls) => tls.cert)).size).toBe(1);
    expect(await readFile(join(dir, 'ca.pem'), 'utf8')).toBe(all[0]!.ca);
    expect(await readdir(dir)).toEqual(['1', 'ca.pem']);
  });
});
