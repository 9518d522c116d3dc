import { Logger } from '@nestjs/common';
import { misspelledSettings, readConfig, type Environment } from '../config.js';
import { useLogs } from '../shared/observability/index.js';
import { startMessage } from './processes/process-messages.js';
import { Ending, Teardown } from './shutdown.js';
import { explain } from './start-errors.js';
import { redirectConsole, Terminal } from './terminal.js';

/** Warns about misspelled settings, which would otherwise be ignored silently. */
function tellMisspelled(env: Environment): void {
  for (const { given, meant } of misspelledSettings(env)) {
    new Logger('Settings').warn(`${given} is not a setting and has no effect. Did you mean ${meant}?`);
  }
}

/** Runs the process: starts it, serves until a shutdown is requested, and shuts down. Returns the exit code. */
export async function run(env: Environment): Promise<number> {
  const terminal = new Terminal();
  const ending = new Ending();
  const teardown = new Teardown();
  ending.listen(() => teardown.abandon());
  try {
    const config = readConfig(env);
    const surroundings = { terminal, ending, teardown };
    const member = await startMessage();
    useLogs(config, member?.number);
    redirectConsole();
    if (member === undefined) tellMisspelled(env);
    if (member === undefined && config.processes > 1) {
      const { startProcesses } = await import('./processes/primary.js');
      await startProcesses(config, surroundings);
    } else {
      // Imported late, so that an invalid setting is reported before the whole application is loaded.
      const { start, startMember } = await import('./start.js');
      await (member ? startMember(config, member, surroundings) : start(config, surroundings));
    }
    return await ending.whenAsked();
  } catch (error) {
    return ending.wasAsked ? 0 : explain(error, terminal);
  } finally {
    await teardown.run();
  }
}
