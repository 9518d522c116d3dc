import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { readConfig } from '../../../src/config.js';
import { expressServer } from '../../../src/shared/http/express-server.js';
import { ensureDevelopmentTls, type DevelopmentTls } from '../../../src/shared/security/tls/development-tls.js';
import { Entrance } from '../../../src/surfaces/entrance.js';
import { admit, receive } from '../../../src/surfaces/gate.js';
import { Listeners } from '../../../src/surfaces/listeners.js';
import { exchange } from '../../support/raw-http.js';

const folder = mkdtempSync(join(tmpdir(), 'countersign-tls-'));
let tls: DevelopmentTls;
beforeAll(async () => {
  tls = await ensureDevelopmentTls(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PORTS = { MANAGEMENT_PORT: '0', OPS_PORT: '0', SURFACES: 'management' };

/** Listeners on an application that answers everything which the gate lets in. */
async function listen(nodeEnv: 'development' | 'production'): Promise<Listeners> {
  const config = { ...readConfig(PORTS), nodeEnv };
  const server = expressServer(config);
  server.use((request, response) => void response.json({ secure: request.secure }));
  return Listeners.open(config, new Entrance(server, [receive(config), admit]), tls);
}

const ask = (port: number) =>
  new Promise<{ body: string; hsts: string | undefined }>((resolve, reject) => {
    get({ host: 'localhost', port, path: '/v1/x', ca: tls.ca, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ body, hsts: response.headers['strict-transport-security'] }));
    }).on('error', reject);
  });

const handshake = async (port: number, version: SecureVersion): Promise<string | null> => {
  const socket = connect({ host: 'localhost', port, ca: tls.ca, minVersion: version, maxVersion: version });
  await once(socket, 'secureConnect');
  const protocol = socket.getProtocol();
  socket.destroy();
  return protocol;
};

describe('A listener with a certificate', () => {
  let listeners: Listeners;
  afterEach(() => listeners.close(0));

  it('speaks TLS 1.2 and 1.3, nothing older, and no plain HTTP; probes need none', async () => {
    listeners = await listen('development');
    const port = listeners.portOf('management');
    expect((await ask(port)).body).toBe('{"secure":true}');
    expect(await handshake(port, 'TLSv1.2')).toBe('TLSv1.2');
    expect(await handshake(port, 'TLSv1.3')).toBe('TLSv1.3');
    await expect(handshake(port, 'TLSv1.1')).rejects.toThrow();
    const plain = 'GET /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    expect(await exchange(`http://127.0.0.1:${port}`, plain)).not.toMatch(/ 200 /);
    const ops = `http://127.0.0.1:${listeners.portOf('ops')}`;
    expect(await exchange(ops, plain.replace('/v1/x', '/health/live'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('asks browsers to stay with TLS in production, and only there', async () => {
    listeners = await listen('development');
    expect((await ask(listeners.portOf('management'))).hsts).toBeUndefined();
    await listeners.close(0);
    listeners = await listen('production');
    expect((await ask(listeners.portOf('management'))).hsts).toBe('max-age=63072000');
  });
});
