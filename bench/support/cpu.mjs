import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;
/**
 * Indexes into `/proc/<pid>/stat` behind the process name, which may contain spaces: the parent, and the first of four
 * tick counters.
 */
const [PARENT, TICKS] = [1, 11];

/** The CPU time that a process has used in all its threads, without its children. */
export function cpuSeconds(pid) {
  if (!existsSync('/proc')) return NaN;
  const [user, system] = fieldsOf(pid).slice(TICKS);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** The CPU time of a process and its descendants, including ended children that their parent has waited for. */
export function treeCpuSeconds(pid) {
  if (!existsSync('/proc')) return NaN;
  const ticks = treeOf(pid).map((one) => fieldsOf(one)?.slice(TICKS, TICKS + 4) ?? []);
  return ticks.flat().reduce((sum, value) => sum + Number(value), 0) / TICKS_A_SECOND;
}

/** The ids of a process and all its descendants. */
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

/** The id of the parent process. Not a valid id if there is no /proc or no such process. */
export const parentOf = (pid) => existsSync('/proc') && Number(fieldsOf(pid)?.[PARENT]);

/** The fields of `/proc/<pid>/stat` behind the process name, or undefined if the process has ended. */
function fieldsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return undefined;
  }
}
