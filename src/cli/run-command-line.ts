import { Teardown } from '../lifecycle/shutdown.js';
import { Terminal } from '../lifecycle/terminal.js';
import { DomainError } from '../shared/kernel/index.js';
import type { Environment } from '../config.js';
import { UsageError, type Command } from '../shared/observability/index.js';
import { commands } from './commands/index.js';
import { findCommand, helpOf, overview, readArguments } from './arguments.js';
import { CommandEnvironment } from './command-environment.js';

const CALLED_WRONGLY = 64; // the exit code `EX_USAGE` of sysexits.h

/** Runs one command to its end. Returns the exit code. */
export async function runCommandLine(words: readonly string[], env: Environment): Promise<number> {
  const terminal = new Terminal();
  const { command: load, rest, wantsHelp } = findCommand(commands, words);
  const command = await load?.();
  if (command && !wantsHelp) return perform(command, rest, env, terminal);
  if (!wantsHelp) terminal.complain(`There is no command "${words.join(' ')}".\n`);
  terminal.say(
    command
      ? helpOf(command, terminal)
      : overview(await Promise.all(Object.values(commands).map((one) => one())), terminal),
  );
  return wantsHelp ? 0 : CALLED_WRONGLY;
}

async function perform(command: Command, rest: readonly string[], env: Environment, terminal: Terminal) {
  const teardown = new Teardown();
  const interrupted = handleTerminationSignals(command.endsInOrder === true);
  try {
    const environment = new CommandEnvironment(env, terminal, teardown);
    const called = readArguments(command, rest);
    return await environment.within(() => command.run({ ...environment.tools, ...called, interrupted }));
  } catch (error) {
    return await reportError(error, command, terminal);
  } finally {
    await teardown.run();
  }
}

async function reportError(error: unknown, command: Command, terminal: Terminal): Promise<number> {
  if (error instanceof UsageError) {
    terminal.complain(error.message);
    terminal.complain(`\n${helpOf(command, terminal)}`);
    return CALLED_WRONGLY;
  }
  if (!(error instanceof DomainError)) return (await import('../lifecycle/start-errors.js')).explain(error, terminal);
  const fields = error.extra.errors?.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`) ?? [];
  terminal.complain(`${error.message}${fields.join('')}`);
  return 1;
}

const INTERRUPTED = 130;

/**
 * One Ctrl-C can arrive twice: the terminal sends it to the whole process group, and npm forwards it again. Signals
 * within this time count as one.
 */
const SAME_KEYSTROKE_MS = 1_000;

/**
 * Handles Ctrl-C and SIGTERM. If `endsInOrder` is set, the first signal aborts the returned `AbortSignal`, so that the
 * command can finish, and the second signal exits at once. Otherwise the first signal exits at once. An exit calls
 * `process.exit`, whose exit handlers stop the embedded database.
 */
export function handleTerminationSignals(endsInOrder: boolean): AbortSignal {
  const interruption = new AbortController();
  let since: number | undefined;
  const heed = () => {
    since ??= performance.now();
    if (!endsInOrder || performance.now() - since > SAME_KEYSTROKE_MS) process.exit(INTERRUPTED);
    interruption.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, heed);
  return interruption.signal;
}
