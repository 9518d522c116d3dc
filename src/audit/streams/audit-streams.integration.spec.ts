import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issue, newAuthority } from '../../development/tls/certificates.js';
import { AuditLog } from '../contract/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY } from '../../../test/support/clock.js';
import { acme } from '../../../test/support/audit.js';
import { until } from '../../../test/integration/support/until.js';

describe('The audit log outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-audit-'));
  const file = join(folder, 'audit.ndjson');
  const sockets = new Set<TLSSocket>();
  let running: TestApplication;
  let server: Server;
  let received = '';
  beforeAll(async () => {
    const period = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
    const authority = await newAuthority(period, []);
    writeFileSync(join(folder, 'ca.pem'), authority.pem);
    server = createServer(await issue(authority, period, 'localhost', []), (socket) => {
      sockets.add(socket);
      socket.on('data', (data: Buffer) => (received += data.toString()));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    running = await startTestApplication({
      env: {
        AUDIT_FILE: file,
        AUDIT_SYSLOG_URL: `tls://localhost:${port}`,
        OUTBOUND_CA_FILE: join(folder, 'ca.pem'),
        SURFACES: 'management,worker',
      },
    });
  });
  afterAll(async () => {
    await running.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
    rmSync(folder, { recursive: true, force: true });
  });

  const record = (kind: string) => running.app.get(AuditLog).record({ kind, tenant: acme });
  const linesIn = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const isIn = (path: string, kind: string) => {
    try {
      return linesIn(path).some((entry) => entry.kind === kind);
    } catch {
      return false;
    }
  };

  it('goes to a file that may be moved away, each entry once and in order', async () => {
    await record('testing.first');
    await until(() => isIn(file, 'testing.first'));
    const moved = `${file}.1`;
    renameSync(file, moved);
    await record('testing.second');
    await until(() => isIn(file, 'testing.second'));
    const numbers = [...linesIn(moved), ...linesIn(file)].map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('goes to a syslog server by TLS, each message with its length, and again after the connection broke', async () => {
    await until(() => received.includes('testing.first'));
    for (const socket of sockets) socket.destroy();
    await record('testing.third');
    await until(() => received.includes('testing.third'));
    const [, length = '', rest = ''] = /^(\d+) ([\s\S]*)$/.exec(received) ?? [];
    const message = Buffer.from(rest).subarray(0, Number(length)).toString();
    expect(message).toMatch(
      /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ countersign \d+ \S+ \[meta sequenceId="1"\] \{"number":1,.*\}$/,
    );
  });

  it('tells how much waits for each', async () => {
    const figures = async () => (await fetch(running.url('ops', '/metrics'))).text();
    await until(async () => /^countersign_audit_stream_waiting\{target="file"\} 0$/m.test(await figures()));
    await until(async () => /^countersign_audit_stream_waiting\{target="syslog"\} 0$/m.test(await figures()));
  });
});
