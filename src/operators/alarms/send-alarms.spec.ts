import { Logger } from '@nestjs/common';
import type { AuditLog } from '../../audit/contract/index.js';
import { readConfig } from '../../config.js';
import type { Outbound } from '../../shared/outbound/index.js';
import { type Message, MessageSender, Undeliverable, type UserDirectory } from '../../users/contract/index.js';
import { Operator } from '../people/operator.entity.js';
import type { OperatorRepository } from '../people/operator.repository.js';
import type { Grant } from '../roles/grants.js';
import { AlarmMessenger } from './alarm-messenger.service.js';
import type { AlarmMetrics } from './alarm-metrics.service.js';
import { AlarmReceivers } from './alarm-receivers.service.js';
import { AlarmSubscription } from './own/alarm-subscription.entity.js';
import type { AlarmSubscriptionRepository } from './own/alarm-subscription.repository.js';
import { SendAlarms } from './send-alarms.job.js';

const config = readConfig({ NODE_ENV: 'development', ALARM_MAIL: 'ops@bank.example, gone@bank.example' });
const ANNA = '0190a5d0-ac96-774b-bcce-b302099a8057';
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

/** The differences between the operator and one who may receive alarms. */
interface Told {
  readonly grants?: readonly Grant[];
  readonly status?: string;
  readonly endsAt?: Date | null;
  readonly mail?: boolean;
}
const OWNER = [{ enterpriseId: '*', side: 'both', role: 'owner' }] as const;
const NOW = new Date('2026-06-01T12:00:00Z');

function opened({ grants = OWNER, status = 'ACTIVE', endsAt = null, mail = true }: Told = {}) {
  const sender = new Sender();
  const audited: unknown[] = [];
  const audit = { record: (entry: unknown) => Promise.resolve(void audited.push(entry)) } as unknown as AuditLog;
  const counted: unknown[] = [];
  const metrics = { count: (...what: unknown[]) => void counted.push(what) } as unknown as AlarmMetrics;
  const clock = { now: () => NOW };
  const subscription = Object.assign(AlarmSubscription.none(ANNA), { mail });
  const subscriptions = { all: () => Promise.resolve([subscription]), find: () => Promise.resolve(subscription) };
  const operator = Operator.make({ sub: ANNA, userId: 'anna@bank.example', endsAt }, NOW);
  Object.assign(operator, { grants });
  const operators = { findAll: () => Promise.resolve([operator]), find: () => Promise.resolve(operator) };
  const users = { find: () => Promise.resolve(undefined), statusOf: () => Promise.resolve(status) };
  const known = [subscriptions, operators, users] as unknown as [
    AlarmSubscriptionRepository,
    OperatorRepository,
    UserDirectory,
  ];
  const receivers = new AlarmReceivers(config, ...known, sender, clock);
  const messenger = new AlarmMessenger(config, sender, {} as Outbound, clock);
  const job = new SendAlarms(receivers, messenger, audit, metrics);
  return { job, receivers, sent: sender.sent, audited, counted };
}

async function told(to: string, by?: 'mail', operator?: Told) {
  const { job, sent, audited, counted } = opened(operator);
  await job.perform({ to, news, ...(by && { by }) }, { id: 'job-1', attempt: 1, signal: new AbortController().signal });
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

  it('is given up at once and counted if the mail server rejects its recipient', async () => {
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

  it('goes to an operator who has turned it on, and the audit log names the operator', async () => {
    const { sent, audited } = await told(ANNA, 'mail');
    expect(sent).toMatchObject([
      { to: { email: 'anna@bank.example' }, text: expect.stringContaining('You turned on') },
    ]);
    expect(audited).toMatchObject([{ kind: 'operators.alarms-told', subject: ANNA, details: { by: 'mail' } }]);
    expect(JSON.stringify(audited)).not.toContain('anna@');
  });

  it.each([
    ['was blocked', { status: 'BLOCKED' }],
    ['has turned it off', { mail: false }],
    ['has a role in one enterprise only', { grants: [{ ...OWNER[0], enterpriseId: 'default' }] }],
    ['sees test data only', { grants: [{ ...OWNER[0], side: 'test' }] }],
    ['has a role that does not show the service', { grants: [{ ...OWNER[0], role: 'security' }] }],
    ['was there for an emergency that is over', { endsAt: NOW }],
  ] as [string, Told][])('goes to no operator who %s, also where it waits for another try', async (_, operator) => {
    expect(await told(ANNA, 'mail', operator)).toEqual({ sent: [], audited: [], counted: [] });
  });

  it('is made for receivers of the settings and for operators whose roles let them have it', async () => {
    const toOperators = async (operator: Told) =>
      (await opened(operator).receivers.all()).slice(config.alarmMail.length).map(({ receiver }) => receiver);
    expect(await toOperators({})).toEqual([{ to: ANNA, by: 'mail' }]);
    expect(await toOperators({ grants: [{ ...OWNER[0], role: 'support' }] })).toEqual([]);
  });
});
