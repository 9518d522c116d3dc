import { Logger } from '@nestjs/common';
import type { AuditLog } from '../../audit/contract/index.js';
import { readConfig } from '../../config.js';
import type { Outbound } from '../../shared/outbound/index.js';
import { type Message, MessageSender, Undeliverable } from '../../users/contract/index.js';
import type { AlarmMetrics } from './alarm-metrics.service.js';
import { TellAlarms } from './tell-alarms.job.js';

const config = readConfig({ NODE_ENV: 'development', ALARM_MAIL: 'ops@bank.example, gone@bank.example' });
const news = { started: [], ended: [], open: [] };

class Sender extends MessageSender {
  readonly sent: Message[] = [];
  canReach(): Promise<boolean> {
    return Promise.resolve(true);
  }
  send(message: Message): Promise<void> {
    if (message.to.email === 'gone@bank.example') return Promise.reject(new Undeliverable('nobody there'));
    this.sent.push(message);
    return Promise.resolve();
  }
}

function opened() {
  const sender = new Sender();
  const audited: unknown[] = [];
  const audit = { record: (entry: unknown) => Promise.resolve(void audited.push(entry)) } as unknown as AuditLog;
  const outbound = {} as Outbound;
  const counted: unknown[] = [];
  const metrics = { count: (...what: unknown[]) => void counted.push(what) } as unknown as AlarmMetrics;
  const job = new TellAlarms(config, sender, outbound, audit, { now: () => new Date() }, metrics);
  return { job, sent: sender.sent, audited, counted };
}

async function told(to: string) {
  const { job, sent, audited, counted } = opened();
  await job.perform({ to, news }, { id: 'job-1', attempt: 1, signal: new AbortController().signal });
  return { sent, audited, counted };
}

describe('A mail about alarms', () => {
  beforeAll(() => void jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined));
  afterAll(() => jest.restoreAllMocks());

  it('goes to an address of the settings, and the audit log tells it without the address', async () => {
    const { sent, audited } = await told('ops@bank.example');
    expect(sent).toMatchObject([{ to: { email: 'ops@bank.example', mobile: null }, purpose: 'operators/alarms' }]);
    expect(audited).toMatchObject([{ kind: 'operators.alarms-told', outcome: 'done', details: { by: 'mail' } }]);
    expect(JSON.stringify(audited)).not.toContain('ops@');
  });

  it('that the mail server takes for nobody is given up at once, and counted', async () => {
    const { sent, audited, counted } = await told('gone@bank.example');
    expect([sent, audited, counted]).toMatchObject([[], [{ outcome: 'refused' }], [['mail', 'refused']]]);
  });

  it('that has failed too often is gone, and the audit log tells it', async () => {
    const { job, audited } = opened();
    await job.giveUp({ to: 'https://alarms.bank.example/', news });
    expect(audited).toMatchObject([{ kind: 'operators.alarms-told', outcome: 'refused', details: { by: 'url' } }]);
  });

  it('goes no more to an address that the settings have dropped', async () => {
    expect(await told('left@bank.example')).toEqual({ sent: [], audited: [], counted: [] });
  });
});
