import type { Config } from '../../config.js';
import type { Surroundings } from '../shutdown.js';
import { prepare } from '../start.js';
import { announceReady } from '../terminal.js';
import { ProcessGroup } from './process-group.js';

/** Starts several processes that share every listener. This one prepares, watches and reloads them, and serves nothing. */
export async function startProcesses(given: Config, surroundings: Surroundings): Promise<void> {
  const { terminal, ending, teardown } = surroundings;
  const { config, tls, address } = await prepare(given, surroundings);
  const group = new ProcessGroup(config.processes, address, ending);
  teardown.add('processes', () => group.end());
  const started = group.start();
  const notes = await Promise.race([started, ending.whenAsked().then(() => [])]);
  started.catch(() => undefined); // told by the process itself; here only when the program was told to end meanwhile
  ending.throwIfAsked();
  listenForReload(group, surroundings);
  announceReady({ config, notes, caFile: tls?.caFile }, terminal);
}

/** A terminal that is closed sends the same signal, and wants the program to end. */
const listenForReload = (group: ProcessGroup, { ending }: Surroundings): void =>
  void process.on('SIGHUP', () => {
    if (process.stdout.isTTY) ending.ask(0);
    else void group.reload();
  });
