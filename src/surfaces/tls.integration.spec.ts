import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { readConfig } from '../config.js';
import { enterContext, setSecurityHeaders } from '../shared/http/index.js';
import { expressApplication } from './express-application.js';
import { ensureDevelopmentTls, type DevelopmentTls } from '../development/tls/development-tls.js';
import { gate } from './gate.js';
import { Listeners } from './listeners.js';
import { exchange } from '../../test/support/raw-http.js';

const folder = mkdtempSync(join(tmpdir(), 'countersign-tls-'));
let tls: DevelopmentTls;

const PORTS = { MANAGEMENT_PORT: '0', OPS_PORT: '0', SURFACES: 'management' };

/** Opens listeners for an application that responds to every request that the gate lets through. */
async function listen(nodeEnv: 'development' | 'production'): Promise<Listeners> {
  const config = { ...readConfig(PORTS), nodeEnv };
  const express = expressApplication(config);
  express.use(enterContext(config), setSecurityHeaders(config), gate);
  express.use((request, response) => void response.json({ secure: request.secure }));
  return Listeners.open(config, { express }, tls);
}

const ask = (port: number) =>
  new Promise<{ body: string; hsts: string | undefined }>((resolve, reject) => {
    get({ host: 'localhost', port, path: '/v1/x', ca: tls.ca, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ body, hsts: response.headers['strict-transport-security'] }));
    }).on('error', reject);
  });

const handshake = async (port: number, version: SecureVersion, ciphers?: string): Promise<string | null> => {
  const versions = { minVersion: version, maxVersion: version };
  const socket = connect({ host: 'localhost', port, ca: tls.ca, ...versions, ...(ciphers && { ciphers }) });
  await once(socket, 'secureConnect');
  const protocol = socket.getProtocol();
  socket.destroy();
  return protocol;
};

describe('Tls', () => {
  beforeAll(async () => {
    tls = await ensureDevelopmentTls(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

    it.each([
      ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
      ['ECDHE-ECDSA-AES256-GCM-SHA384', true],
      ['ECDHE-ECDSA-CHACHA20-POLY1305', true],
      ['ECDHE-ECDSA-AES128-SHA256', false],
      ['ECDHE-ECDSA-AES256-SHA384', false],
      ['ECDHE-ECDSA-AES128-SHA', false],
      ['ECDHE-ECDSA-AES128-CCM8', false],
      ['ECDHE-ECDSA-AES256-CCM8', false],
      ['ECDHE-ECDSA-AES128-CCM', false],
    ])('agrees on %s in TLS 1.2: %s', async (cipher, agreed) => {
      listeners = await listen('development');
      // Security level 0 makes the client offer every cipher, even those that its OpenSSL considers weak.
      const shaken = handshake(listeners.portOf('management'), 'TLSv1.2', `${cipher}:@SECLEVEL=0`);
      if (agreed) await expect(shaken).resolves.toBe('TLSv1.2');
      else await expect(shaken).rejects.toThrow(/handshake failure/);
    });

    it('asks browsers to stay with TLS in production, and only there', async () => {
      listeners = await listen('development');
      expect((await ask(listeners.portOf('management'))).hsts).toBeUndefined();
      await listeners.close(0);
      listeners = await listen('production');
      expect((await ask(listeners.portOf('management'))).hsts).toBe('max-age=63072000');
    });
  });
});
