import { existsSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/** What a process has used so far, in all its threads; of its children nothing. */
export function cpuSeconds(pid) {
  if (!existsSync('/proc')) return NaN;
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}
