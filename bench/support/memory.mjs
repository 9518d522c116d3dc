import { readFileSync } from 'node:fs';

/** The resident memory of a process, in MiB. */
export function residentMemory(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1_024;
}
