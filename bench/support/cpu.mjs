import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;
/** What comes after the name, which may hold spaces: state, parent, and from the eleventh on the ticks. */
const [PARENT, TICKS] = [1, 11];

/** What a process has used so far, in all its threads; of its children nothing. */
export function cpuSeconds(pid) {
  if (!existsSync('/proc')) return NaN;
  const [user, system] = fieldsOf(pid).slice(TICKS);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** What a process has used with all that it started, those included that have ended and were waited for. */
export function treeCpuSeconds(pid) {
  if (!existsSync('/proc')) return NaN;
  const ticks = treeOf(pid).map((one) => fieldsOf(one)?.slice(TICKS, TICKS + 4) ?? []);
  return ticks.flat().reduce((sum, value) => sum + Number(value), 0) / TICKS_A_SECOND;
}

/** A process and all below it. */
export function treeOf(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) && Number(fieldsOf(name)?.[PARENT]);
    if (parent) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []));
  return tree;
}

/** The parent of a process, or nothing where there is no /proc or no such process. */
export const parentOf = (pid) => existsSync('/proc') && Number(fieldsOf(pid)?.[PARENT]);

/** Nothing when the process has ended meanwhile. */
function fieldsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return undefined;
  }
}
