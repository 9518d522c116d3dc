import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseAddress } from '../../ormconfig.js';
import { type Config, type Environment, readConfig } from '../config.js';
import { withDevelopmentKeys } from '../lifecycle/settings-at-start.js';
import type { Teardown } from '../lifecycle/shutdown.js';
import type { Terminal } from '../lifecycle/terminal.js';
import { newId, newTraceId, runInContext } from '../shared/kernel/index.js';
import type { CommandContext } from '../shared/observability/index.js';

type Tools = Omit<CommandContext, 'options' | 'given' | 'interrupted'>;

/**
 * Gives a command the configuration, the database and the application. Each is opened on first use, and closed when the
 * command ends.
 */
export class CommandEnvironment {
  readonly tools: Tools = {
    config: () => this.#config(),
    database: () => this.#database(),
    application: () => this.#application(),
    print: (line = '') => this.terminal.say(line),
  };
  #read: Config | undefined;
  #opened: Promise<DatabaseAddress> | undefined;
  #wired: Promise<INestApplicationContext> | undefined;

  constructor(
    private readonly env: Environment,
    private readonly terminal: Terminal,
    private readonly teardown: Teardown,
  ) {}

  /** Runs a command on behalf of the operating-system user, whom the audit log shows as the actor. */
  within<T>(work: () => T): T {
    const actor = { kind: 'operator', id: whoIsHere() } as const;
    return runInContext({ requestId: newId(), traceId: newTraceId(), address: null, actor }, work);
  }

  #config(): Config {
    this.#read ??= withDevelopmentKeys(readConfig(this.env));
    return this.#read;
  }

  #database(): Promise<DatabaseAddress> {
    this.#opened ??= this.terminal.during('Opening the database', async (nowDoing) =>
      (await opener()).openForCommand(this.#config(), this.teardown, nowDoing),
    );
    return this.#opened;
  }

  #application(): Promise<INestApplicationContext> {
    this.#wired ??= this.#database().then(async (address) =>
      (await opener()).wireForCommand(this.#config(), address, this.teardown),
    );
    return this.#wired;
  }
}

/**
 * Loads `open-for-command` only for commands that need the database, because that module imports most of the program.
 */
const opener = () => import('./open-for-command.js');

/** The name of the operating-system user, or the numeric user ID if it has no name, as in some containers. */
function whoIsHere(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
