import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { ensureDevelopmentTls, type DevelopmentTls } from '../shared/security/tls/development-tls.js';
import { trustAlso } from './outbound-trust.js';

const folder = mkdtempSync(join(tmpdir(), 'countersign-trust-'));
const untouched = tls.createSecureContext;
let made: DevelopmentTls;
let server: Server;

beforeAll(async () => {
  made = await ensureDevelopmentTls(folder);
  server = createServer(made, (_request, response) => response.end('trusted'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  tls.createSecureContext = untouched;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const url = (): string => `https://localhost:${(server.address() as AddressInfo).port}/`;
const byHttps = (): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url(), { agent: false }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
const byFetch = async (): Promise<string> => (await fetch(url(), { headers: { connection: 'close' } })).text();

describe('Further authorities', () => {
  it('are trusted by fetch and by https', async () => {
    await expect(byHttps()).rejects.toThrow(/verify|self.signed|unable/);
    await expect(byFetch()).rejects.toThrow();
    trustAlso(made.caFile);
    expect(await byHttps()).toBe(200);
    expect(await byFetch()).toBe('trusted');
  });

  it('are not trusted where a caller names its own', async () => {
    trustAlso(made.caFile);
    const answer = new Promise((resolve, reject) => {
      get(url(), { agent: false, ca: [...tls.rootCertificates.slice(0, 1)] }, resolve).on('error', reject);
    });
    await expect(answer).rejects.toThrow();
  });

  it('are refused by name when the file holds none, or is not there', () => {
    const empty = join(folder, 'empty.pem');
    writeFileSync(empty, 'nothing');
    expect(() => trustAlso(empty)).toThrow(/OUTBOUND_CA_FILE names .*empty\.pem, which holds no certificate/);
    expect(() => trustAlso(join(folder, 'absent.pem'))).toThrow(/cannot be read/);
  });
});
