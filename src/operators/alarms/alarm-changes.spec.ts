import { changesOf, type Found, type OpenAlarm, QUIET_MS, REMINDED_AFTER_MS, type Severity } from './alarm-changes.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const LAG: Found = { kind: 'audit.lag', severity: 'critical', count: 3 };
const ENDING: Found = { kind: 'certificates.ending', severity: 'warning', count: 1 };
const open = ({ kind }: Found, more: Partial<OpenAlarm> = {}): OpenAlarm => ({
  ...{ kind, severity: 'warning', count: 1, since: ago(60_000), seenAt: ago(60_000), toldAt: ago(60_000) },
  ...more,
});
const kinds = (alarms: readonly OpenAlarm[]): string[] => alarms.map(({ kind }) => kind);
const changes = (
  before: readonly OpenAlarm[],
  found: readonly Found[],
  isComplete = true,
  least: Severity = 'warning',
) => {
  const { started, ended, open: after, isTold } = changesOf(before, found, NOW, isComplete)[least];
  return { started: kinds(started), ended: kinds(ended), open: kinds(after), isTold };
};

describe('An alarm', () => {
  it('starts when a source first needs people, and never for mere information or nothing', () => {
    expect(changes([], [LAG, { ...ENDING, count: 0 }, { ...ENDING, kind: 'idv.reviews', severity: 'info' }])).toEqual({
      ...{ started: ['audit.lag'], ended: [], open: ['audit.lag'], isTold: true },
    });
  });

  it('that is open is not told again, whatever its count, unless it becomes critical', () => {
    expect(changes([open(ENDING)], [{ ...ENDING, count: 9 }])).toMatchObject({ started: [], isTold: false });
    expect(changes([open(ENDING)], [{ ...ENDING, severity: 'critical' }])).toMatchObject({
      ...{ started: ['certificates.ending'], isTold: true },
    });
    const eased = changes([open(LAG, { severity: 'critical' })], [{ ...LAG, severity: 'warning' }]);
    expect(eased).toMatchObject({ started: [], isTold: false });
  });

  it('ends when it has not been seen for ten minutes, so that one that comes and goes is told once', () => {
    expect(changes([open(LAG, { seenAt: ago(QUIET_MS - 1) })], [])).toEqual({
      ...{ started: [], ended: [], open: ['audit.lag'], isTold: false },
    });
    expect(changes([open(LAG, { seenAt: ago(QUIET_MS) })], [])).toEqual({
      ...{ started: [], ended: ['audit.lag'], open: [], isTold: true },
    });
  });

  it('does not end while a source does not answer', () => {
    expect(changes([open(LAG, { seenAt: ago(QUIET_MS) })], [], false)).toMatchObject({ ended: [], isTold: false });
  });

  it('that stays open is told once more a day after any was last told', () => {
    const old = open(ENDING, { toldAt: ago(REMINDED_AFTER_MS) });
    const { isTold, open: after } = changesOf([old], [ENDING], NOW, true).warning;
    expect([isTold, after]).toEqual([true, [{ ...old, seenAt: NOW, toldAt: NOW }]]);
    expect(changes([{ ...old, toldAt: ago(REMINDED_AFTER_MS - 1) }], [ENDING])).toMatchObject({ isTold: false });
  });
});

describe('For those who want critical alarms only, an alarm', () => {
  const critical = (before: readonly OpenAlarm[], found: readonly Found[]) => changes(before, found, true, 'critical');
  const severe: Found = { ...ENDING, severity: 'critical' };

  it('that is a warning does not exist', () => {
    expect(critical([], [ENDING])).toEqual({ started: [], ended: [], open: [], isTold: false });
    expect(critical([open(ENDING, { seenAt: ago(QUIET_MS) })], [LAG])).toEqual({
      ...{ started: ['audit.lag'], ended: [], open: ['audit.lag'], isTold: true },
    });
  });

  it('starts when a warning becomes critical, and is over when it becomes a warning again', () => {
    expect(critical([open(ENDING)], [severe])).toMatchObject({ started: ['certificates.ending'], isTold: true });
    expect(critical([open(ENDING, { severity: 'critical' })], [ENDING])).toEqual({
      ...{ started: [], ended: ['certificates.ending'], open: [], isTold: true },
    });
  });

  it('that stays open is told once more a day after they were last told, whatever others were told meanwhile', () => {
    const lag = open(LAG, { severity: 'critical', toldAt: ago(REMINDED_AFTER_MS - 1) });
    const { warning } = changesOf([lag], [LAG, ENDING], NOW, true);
    expect(warning).toMatchObject({ isTold: true, open: [{ toldAt: lag.toldAt }, { toldAt: NOW }] });
    expect(critical([lag], [LAG, ENDING])).toMatchObject({ isTold: false });
    expect(critical([{ ...lag, toldAt: ago(REMINDED_AFTER_MS) }], [LAG])).toMatchObject({ isTold: true });
    expect(critical([open(ENDING, { toldAt: ago(REMINDED_AFTER_MS) })], [ENDING])).toMatchObject({ isTold: false });
  });
});
