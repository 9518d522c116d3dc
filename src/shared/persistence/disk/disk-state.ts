/** `low`: an operator should make room. `full`: almost no space is left, and large data is refused. */
export const diskStates = ['enough', 'low', 'full'] as const;
export type DiskState = (typeof diskStates)[number];

/**
 * The fraction of `alarmBytes` that is reserved for small writes, such as sign-ins, users' answers and the audit log.
 * With less free space than this, the state is `full`.
 */
const KEPT = 1 / 4;
/**
 * The state improves only when the free space is a tenth above the limit, so that small fluctuations are not reported
 * again and again.
 */
const MARGIN = 1.1;

const rank = (state: DiskState): number => diskStates.indexOf(state);

/** Derives the state from the free bytes. An `alarmBytes` of 0 disables the alarm. */
export function diskState(freeBytes: number, alarmBytes: number, before: DiskState): DiskState {
  const isBelow = (limit: number, state: DiskState): boolean =>
    freeBytes < limit * (rank(before) >= rank(state) ? MARGIN : 1);
  if (isBelow(alarmBytes * KEPT, 'full')) return 'full';
  return isBelow(alarmBytes, 'low') ? 'low' : 'enough';
}

/**
 * Derives the state from the size of the database, for processes that cannot see the database's disk. The state is then
 * never worse than `low`.
 */
export const sizeState = (bytes: number, alarmBytes: number): DiskState =>
  alarmBytes > 0 && bytes >= alarmBytes ? 'low' : 'enough';

export const worse = (a: DiskState, b: DiskState): DiskState => (rank(a) > rank(b) ? a : b);
