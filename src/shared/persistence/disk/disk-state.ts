/** `full`: nearly none is left, and what is large is refused. */
export const diskStates = ['enough', 'low', 'full'] as const;
export type DiskState = (typeof diskStates)[number];

/** The share of the alarm's space that is kept for small writes: logins, answers, the audit log. */
const KEPT = 1 / 4;
/** A reported state ends only when there is this much more room. Otherwise it would be reported again and again. */
const MARGIN = 1.1;

const rank = (state: DiskState): number => diskStates.indexOf(state);

/** Judges by the free bytes. An alarm of 0 means none. */
export function diskState(freeBytes: number, alarmBytes: number, before: DiskState): DiskState {
  const isBelow = (limit: number, state: DiskState): boolean =>
    freeBytes < limit * (rank(before) >= rank(state) ? MARGIN : 1);
  if (isBelow(alarmBytes * KEPT, 'full')) return 'full';
  return isBelow(alarmBytes, 'low') ? 'low' : 'enough';
}

/** A database whose volume nobody here can see: only an alarm, by what it has grown to. */
export const sizeState = (bytes: number, alarmBytes: number): DiskState =>
  alarmBytes > 0 && bytes >= alarmBytes ? 'low' : 'enough';

export const worse = (a: DiskState, b: DiskState): DiskState => (rank(a) > rank(b) ? a : b);
