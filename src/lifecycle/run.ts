import { readConfig, type Environment } from '../config.js';
import { useLogs } from '../shared/operations/logs/use-logs.js';
import { Ending } from './ending.js';
import { explain } from './explain.js';
import { heedConsole } from './heed-console.js';
import { Teardown } from './teardown.js';
import { Terminal } from './terminal.js';

/** The whole life of the process: starts, serves until told to end, and ends in order. Returns the exit code. */
export async function run(env: Environment): Promise<number> {
  const terminal = new Terminal();
  const ending = new Ending();
  const teardown = new Teardown();
  ending.listen(() => teardown.abandon());
  try {
    const config = readConfig(env);
    useLogs(config);
    heedConsole();
    // Loaded only now: a wrong setting is told at once, and not after all of the application has been read.
    const { start } = await import('./start.js');
    await start(config, { terminal, ending, teardown });
    return await ending.whenAsked();
  } catch (error) {
    return ending.wasAsked ? 0 : explain(error, terminal);
  } finally {
    await teardown.run();
  }
}
