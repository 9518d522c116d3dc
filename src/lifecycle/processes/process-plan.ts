import type { Config } from '../../config.js';

/** With fewer, a process would wait for itself: a transaction, a read beside it, and jobs. */
const LEAST_CONNECTIONS = 4;

const share = (whole: number, processes: number, least = 1): number => Math.max(least, Math.floor(whole / processes));

/**
 * The settings of one process of several. Limits hold for the whole program, so each process gets its share of them.
 * Jobs run in the first process only, and so does the demo, which keeps what happened in memory.
 */
export function configOfProcess(config: Config, number: number): Config {
  const { processes, surfaces } = config;
  if (processes === 1) return config;
  const serving = surfaces.filter((surface) => surface !== 'worker');
  return {
    ...config,
    surfaces: number === 1 || serving.length === 0 ? surfaces : serving,
    demo: config.demo && number === 1,
    databasePool: share(config.databasePool, processes, LEAST_CONNECTIONS),
    listMemory: share(config.listMemory, processes),
    uploadsPerAddress: share(config.uploadsPerAddress, processes),
  };
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before a process is started again that has failed so many times in a row. */
export const waitBefore = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20));
