export const severities = ['warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/**
 * A condition that a part of the service (an `AttentionSource`) has reported, with the number of cases. If the severity
 * is `info`, the condition is not an alarm.
 */
export interface Found {
  readonly kind: string;
  readonly severity: Severity | 'info';
  readonly count: number;
}

export interface OpenAlarm {
  readonly kind: string;
  readonly severity: Severity;
  readonly count: number;
  readonly since: Date;
  readonly seenAt: Date;
  readonly toldAt: Date;
}

/**
 * The alarms to report to receivers: those that have started, those that have ended, and (`open`) all that are open
 * now, including new ones.
 */
export interface AlarmChanges {
  readonly started: readonly OpenAlarm[];
  readonly ended: readonly OpenAlarm[];
  readonly open: readonly OpenAlarm[];
  /** Whether receivers get a message now. */
  readonly isTold: boolean;
}

/**
 * The alarms to report, by the minimum severity that a receiver has chosen: `warning` contains all alarms, `critical`
 * only critical ones.
 */
export type ChangesBySeverity = Readonly<Record<Severity, AlarmChanges>>;

/**
 * The time for which the condition of an alarm must be absent before the alarm ends, so that an intermittent one is
 * reported only once.
 */
export const QUIET_MS = 10 * 60_000;
export const REMINDED_AFTER_MS = 24 * 3_600_000;

/**
 * Compares the open alarms with the conditions found now. If a part of the service could not report its conditions
 * (`isComplete` is false), no alarm ends.
 */
export function changesOf(
  before: readonly OpenAlarm[],
  found: readonly Found[],
  now: Date,
  isComplete: boolean,
): ChangesBySeverity {
  const known = new Map(before.map((alarm) => [alarm.kind, alarm]));
  const seen = found.flatMap(({ kind, severity, count }) => {
    if (count === 0 || severity === 'info') return [];
    const { since, toldAt } = known.get(kind) ?? { since: now, toldAt: now };
    return [{ kind, severity, count, since, seenAt: now, toldAt }];
  });
  const unseen = before.filter(({ kind }) => !seen.some((alarm) => alarm.kind === kind));
  const ended = unseen.filter(({ seenAt }) => isComplete && now.getTime() - seenAt.getTime() >= QUIET_MS);
  const started = seen.filter((alarm) => {
    const was = known.get(alarm.kind);
    return was === undefined || (!isCritical(was) && isCritical(alarm));
  });
  /**
   * Alarms that were critical but are now only warnings. For receivers who get only critical alarms, they have ended.
   */
  const eased = seen.flatMap((alarm) => (isCritical(alarm) ? [] : (known.get(alarm.kind) ?? []))).filter(isCritical);
  const open = [...seen, ...unseen.filter((alarm) => !ended.includes(alarm))];
  const isDue = open.some(({ toldAt }) => now.getTime() - toldAt.getTime() >= REMINDED_AFTER_MS);
  const isAnyTold = started.length > 0 || ended.length > 0 || isDue;
  const critical = { started: started.filter(isCritical), ended: [...ended, ...eased].filter(isCritical) };
  const isCriticalTold = critical.started.length > 0 || critical.ended.length > 0 || (isDue && open.some(isCritical));
  const left = open.map((alarm) =>
    (isCritical(alarm) ? isCriticalTold : isAnyTold) ? { ...alarm, toldAt: now } : alarm,
  );
  return {
    warning: { started, ended, open: left, isTold: isAnyTold },
    critical: { ...critical, open: left.filter(isCritical), isTold: isCriticalTold },
  };
}

const isCritical = ({ severity }: Pick<OpenAlarm, 'severity'>): boolean => severity === 'critical';
