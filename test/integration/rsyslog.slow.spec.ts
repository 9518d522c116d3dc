import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLog } from '../../src/audit/contract/index.js';
import { issue, newAuthority } from '../../src/development/tls/certificates.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { acme } from '../support/audit.js';
import { DAY } from '../support/clock.js';
import { freePort } from '../support/program.js';
import { until } from './support/until.js';

/** Debian's package `rsyslog`, with `rsyslog-gnutls`. `RSYSLOGD` says where it is, `RSYSLOG_MODULES` where its modules are. */
const RSYSLOGD = process.env['RSYSLOGD'] ?? 'rsyslogd';
const MODULES = process.env['RSYSLOG_MODULES'];
const isThere = spawnSync(RSYSLOGD, ['-v']).status === 0;

(isThere ? describe : describe.skip)('rsyslog', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rsyslog-'));
  const at = (name: string) => join(folder, name);
  let running: TestApplication;
  let daemon: ChildProcess;
  let port: number;
  beforeAll(async () => {
    const period = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
    const authority = await newAuthority(period, []);
    const { cert, key } = await issue(authority, period, 'localhost', []);
    writeFileSync(at('ca.pem'), authority.pem);
    writeFileSync(at('cert.pem'), cert);
    writeFileSync(at('key.pem'), key, { mode: 0o600 });
    port = await freePort();
    writeFileSync(
      at('rsyslog.conf'),
      [
        `global(workDirectory="${folder}" maxMessageSize="64k" defaultNetstreamDriver="gtls"`,
        `  defaultNetstreamDriverCAFile="${at('ca.pem')}" defaultNetstreamDriverCertFile="${at('cert.pem')}"`,
        `  defaultNetstreamDriverKeyFile="${at('key.pem')}")`,
        'module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")',
        `input(type="imtcp" address="127.0.0.1" port="${port}")`,
        'template(name="Line" type="string" string="%app-name%|%pri-text%|%msg%\\n")',
        `action(type="omfile" file="${at('received')}" template="Line")`,
        '',
      ].join('\n'),
    );
    await start();
    running = await startTestApplication({
      env: {
        AUDIT_SYSLOG_URL: `tls://localhost:${port}`,
        OUTBOUND_CA_FILE: at('ca.pem'),
        SURFACES: 'management,worker',
      },
    });
  });
  afterAll(async () => {
    await running.close();
    await end();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    const modules = MODULES ? ['-M', MODULES] : [];
    const args = ['-n', '-f', at('rsyslog.conf'), '-i', at('rsyslog.pid'), ...modules];
    daemon = spawn(RSYSLOGD, args, { stdio: 'ignore' });
    await until(() => existsSync(at('rsyslog.pid')));
  }
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    daemon.kill(signal);
    await ended;
    rmSync(at('rsyslog.pid'), { force: true });
  };
  const received = () =>
    existsSync(at('received'))
      ? readFileSync(at('received'), 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => line.split('|'))
      : [];
  const kinds = () => received().map(([, , message = '']) => JSON.parse(message).kind);

  it('gets every entry of the audit log, including those written while it was down', async () => {
    const audit = running.app.get(AuditLog);
    await audit.record({ kind: 'testing.before', tenant: acme });
    await until(() => kinds().includes('testing.before'));
    await end('SIGKILL');
    await audit.record({ kind: 'testing.meanwhile', tenant: acme, outcome: 'refused' });
    await start();
    await until(() => kinds().includes('testing.meanwhile'));
    const numbers = received().map(([, , message = '']) => Number(JSON.parse(message).number));
    const last = Math.max(...numbers);
    expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(new Set(received().map(([program, priority]) => `${program} ${priority}`))).toEqual(
      new Set(['countersign audit.info', 'countersign audit.warning']),
    );
  });
});
