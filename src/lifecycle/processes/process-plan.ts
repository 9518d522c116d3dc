import type { Config } from '../../config.js';

/**
 * The minimum number of database connections per process. With fewer it could deadlock, because a transaction, a read
 * outside it, and jobs each need one.
 */
const LEAST_CONNECTIONS = 4;

const share = (whole: number, processes: number, least = 1): number => Math.max(least, Math.floor(whole / processes));

/**
 * Returns the configuration of one of the worker processes. Limits apply to the whole program, so each process gets a
 * share. Only the first process runs jobs, and the demo, which keeps its state in memory.
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

/** How many milliseconds to wait before a process is restarted, by the number of its consecutive failures. */
export const waitBefore = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20));
