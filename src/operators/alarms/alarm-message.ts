import { operatorMail } from '../people/operator-mail.js';
import type { AlarmChanges, OpenAlarm } from './alarm-changes.js';

/** An alarm as it is stored in a job and sent to a webhook. Times are ISO 8601. */
export type ToldAlarm = {
  readonly kind: string;
  readonly summary: string;
  readonly severity: string;
  readonly count: number;
  readonly since: string;
};
export type AlarmNews = {
  readonly started: readonly ToldAlarm[];
  readonly ended: readonly ToldAlarm[];
  readonly open: readonly ToldAlarm[];
};

/** A one-sentence summary of each kind of alarm about the whole service. */
const SUMMARIES: Readonly<Record<string, string>> = {
  'jobs.parked': 'Jobs have failed too often and are waiting for an operator.',
  'outbox.parked': 'Events have failed too often and wait for an operator.',
  'audit.lag': 'Entries of the audit log have not been in its chain for minutes.',
  'audit.stream-behind': 'Entries of the audit log wait for a system outside, such as your SIEM.',
  'certificates.ending': 'Certificates end within 30 days.',
  'idv.chip-trust': 'Authorities, publishers or lists for the chips of passports expire soon.',
};

export const summaryOf = (kind: string): string => SUMMARIES[kind] ?? `${kind} needs attention.`;

export function newsOf({ started, ended, open }: AlarmChanges): AlarmNews {
  const isNew = ({ kind }: OpenAlarm): boolean => started.some((alarm) => alarm.kind === kind);
  return {
    started: started.map(messageAlarm),
    ended: ended.map(messageAlarm),
    open: open.filter((alarm) => !isNew(alarm)).map(messageAlarm),
  };
}

const messageAlarm = ({ kind, severity, count, since }: OpenAlarm): ToldAlarm => ({
  ...{ kind, summary: summaryOf(kind), severity, count, since: since.toISOString() },
});

/** Creates a test message in the form of a new alarm, so that receivers process it like a real one. */
export const testNews = (now: Date): AlarmNews => ({
  started: [{ kind: 'test', summary: 'This is a test.', severity: 'warning', count: 1, since: now.toISOString() }],
  ended: [],
  open: [],
});

/** Creates the mail that reports alarms. `why` explains to its reader why they get it. */
export function alarmMail(brand: string, consoleUrl: string, why: string, news: AlarmNews) {
  const lists = [
    { title: 'New', alarms: news.started },
    { title: 'Over', alarms: news.ended },
    { title: 'Still open', alarms: news.open },
  ].filter(({ alarms }) => alarms.length > 0);
  return operatorMail('operators/alarms', `${brand}: ${headline(news)}`, [
    ...lists.map(({ title, alarms }) => ({ title, items: alarms.map(line) })),
    `${why} The console shows more:`,
    { link: `${consoleUrl}/settings?tab=system` },
  ]);
}

function headline({ started, ended, open }: AlarmNews): string {
  const news = [
    ...(started.length > 0 ? [alarms(started.length, 'new ')] : []),
    ...(ended.length > 0 ? [`${alarms(ended.length)} over`] : []),
  ];
  return news.length > 0 ? news.join(', ') : `${alarms(open.length)} still open`;
}

const alarms = (count: number, which = ''): string => `${count} ${which}${count === 1 ? 'alarm' : 'alarms'}`;

const line = ({ summary, severity, count, since }: ToldAlarm): string =>
  `${summary} (${severity}, ${count}, since ${since})`;
