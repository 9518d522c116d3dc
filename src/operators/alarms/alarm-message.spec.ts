import { changesOf } from './alarm-changes.js';
import { alarmMail, newsOf } from './alarm-message.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const LONG_AGO = new Date('2026-05-30T12:00:00Z');
const stored = { severity: 'warning', count: 1, since: LONG_AGO, seenAt: LONG_AGO, toldAt: LONG_AGO } as const;
const lag = { kind: 'audit.lag', severity: 'critical', count: 3 } as const;
const ending = { ...stored, kind: 'certificates.ending' };
const mail = (...given: Parameters<typeof changesOf>) =>
  alarmMail('Bank <b>', 'https://console.bank.example', 'You asked for it.', newsOf(changesOf(...given).warning));

describe('A mail about alarms', () => {
  it('tells what is new, what is over and what is still open, why it came and where to look', () => {
    const { subject, text, html } = mail([{ ...stored, kind: 'jobs.parked' }, ending], [lag, ending], NOW, true);
    expect(subject).toBe('Bank <b>: 1 new alarm, 1 alarm over');
    expect(text).toBe(`New:
- Entries of the audit log have not been in its chain for minutes. (critical, 3, since 2026-06-01T12:00:00.000Z)

Over:
- Jobs have failed too often and are waiting for an operator. (warning, 1, since 2026-05-30T12:00:00.000Z)

Still open:
- Certificates end within 30 days. (warning, 1, since 2026-05-30T12:00:00.000Z)

You asked for it. The console shows more:

    https://console.bank.example/settings?tab=system
`);
    expect(html).toContain('Bank &#60;b&#62;: 1 new alarm');
  });

  it('that only reminds says so', () => {
    expect(mail([ending], [ending], NOW, true).subject).toBe('Bank <b>: 1 alarm still open');
  });
});
