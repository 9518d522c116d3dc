export type Severity = 'warning' | 'critical';

/** An alarm as a source reports it. `info` is no alarm. */
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

/** The result of one look. `open` holds every alarm that is still there, including new ones. */
export interface AlarmChanges {
  readonly started: readonly OpenAlarm[];
  readonly ended: readonly OpenAlarm[];
  readonly open: readonly OpenAlarm[];
  /** Whether people are told now. */
  readonly isTold: boolean;
}

/** An alarm that comes and goes is told once: it ends only when it has not been seen for this long. */
export const QUIET_MS = 10 * 60_000;
export const REMINDED_AFTER_MS = 24 * 3_600_000;

/** `isComplete` means that every source has answered. Otherwise nothing ends. */
export function changesOf(
  before: readonly OpenAlarm[],
  found: readonly Found[],
  now: Date,
  isComplete: boolean,
): AlarmChanges {
  const known = new Map(before.map((alarm) => [alarm.kind, alarm]));
  const seen = found.flatMap(({ kind, severity, count }) => {
    if (count === 0 || severity === 'info') return [];
    const { since, toldAt } = known.get(kind) ?? { since: now, toldAt: now };
    return [{ kind, severity, count, since, seenAt: now, toldAt }];
  });
  const unseen = before.filter(({ kind }) => !seen.some((alarm) => alarm.kind === kind));
  const ended = unseen.filter(({ seenAt }) => isComplete && now.getTime() - seenAt.getTime() >= QUIET_MS);
  const started = seen.filter(({ kind, severity }) => {
    const was = known.get(kind);
    return was === undefined || (was.severity === 'warning' && severity === 'critical');
  });
  const open = [...seen, ...unseen.filter((alarm) => !ended.includes(alarm))];
  const isDue = open.some(({ toldAt }) => now.getTime() - toldAt.getTime() >= REMINDED_AFTER_MS);
  const isTold = started.length > 0 || ended.length > 0 || isDue;
  return { started, ended, open: isTold ? open.map((alarm) => ({ ...alarm, toldAt: now })) : open, isTold };
}
