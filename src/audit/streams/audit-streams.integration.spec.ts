import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issue, newAuthority } from '../../development/tls/certificates.js';
import { AuditLog } from '../contract/index.js';
import { StreamAttention } from './stream-attention.adapter.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock } from '../../../test/support/clock.js';
import { acme } from '../../../test/support/audit.js';
import { answering, WebhookReceiver } from '../../../test/support/webhook-receiver.js';
import { until } from '../../../test/integration/support/until.js';

describe('The audit log outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-audit-'));
  const file = join(folder, 'audit.ndjson');
  const sockets = new Set<TLSSocket>();
  let running: TestApplication;
  let server: Server;
  let collector: WebhookReceiver;
  let received = '';
  beforeAll(async () => {
    const period = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
    const authority = await newAuthority(period, []);
    writeFileSync(join(folder, 'ca.pem'), authority.pem);
    const certificate = await issue(authority, period, 'localhost', []);
    collector = await WebhookReceiver.startTls('localhost', certificate);
    server = createServer(certificate, (socket) => {
      sockets.add(socket);
      socket.on('data', (data: Buffer) => (received += data.toString()));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    running = await startTestApplication({
      env: {
        AUDIT_FILE: file,
        AUDIT_HTTP_URL: collector.url,
        AUDIT_HTTP_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        AUDIT_SYSLOG_URL: `tls://localhost:${port}`,
        OUTBOUND_CA_FILE: join(folder, 'ca.pem'),
        SURFACES: 'management,worker',
      },
    });
  });
  afterAll(async () => {
    await running.close();
    await collector.close();
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

  it('goes to a server in signed calls, and a call that was refused comes again before any later one', async () => {
    await until(() => collector.got.some(({ body }) => body.includes('testing.third')));
    const before = collector.got.length;
    collector.answer = (_call, response) => {
      collector.answer = answering(204);
      response.writeHead(503).end();
    };
    await record('testing.fourth');
    await until(() => collector.got.length >= before + 2);
    const [refused, again] = collector.got.slice(before);
    expect(JSON.parse(again?.body ?? '').data).toEqual(JSON.parse(refused?.body ?? '').data);
    expect(again?.id).toBe(refused?.id);
    expect(again?.headers['webhook-signature']).toMatch(/^v1,/);
    const taken = collector.got.filter((call) => call !== refused).flatMap(({ body }) => JSON.parse(body).data.entries);
    expect(taken.map(({ number }) => number)).toEqual(taken.map((_, index) => index + 1));
  });

  it('tells how much waits for each', async () => {
    const figures = async () => (await fetch(running.url('ops', '/metrics'))).text();
    await until(async () => /^countersign_audit_stream_waiting\{target="file"\} 0$/m.test(await figures()));
    await until(async () => /^countersign_audit_stream_waiting\{target="syslog"\} 0$/m.test(await figures()));
    await until(async () => /^countersign_audit_stream_waiting\{target="http"\} 0$/m.test(await figures()));
  });

  it('asks for people when entries have waited for 15 minutes', async () => {
    const needs = () => running.app.get(StreamAttention, { strict: false }).needs();
    collector.answer = answering(503);
    await record('testing.fifth');
    await until(() => collector.got.some(({ body }) => body.includes('testing.fifth')));
    expect(await needs()).toMatchObject([{ kind: 'audit.stream-behind', count: 0 }]);
    moveClock(running.app, 15.1 * 60_000);
    const [need] = await needs();
    expect(need).toMatchObject({ severity: 'warning', oldest: expect.any(Date) });
    expect(need?.count).toBeGreaterThan(0);
  });
});
