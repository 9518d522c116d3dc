import { readFileSync } from 'node:fs';

/** In MB, of one process. */
export function residentMemory(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1_024;
}
