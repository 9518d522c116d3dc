import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseAddress } from '../../ormconfig.js';
import { readConfig, type Config, type Environment } from '../config.js';
import { withDevelopmentKeys } from '../lifecycle/settle-settings.js';
import type { Teardown } from '../lifecycle/teardown.js';
import type { Terminal } from '../lifecycle/terminal.js';
import { newId, newTraceId } from '../shared/kernel/ids.js';
import { runInContext } from '../shared/kernel/request-context.js';
import type { CommandContext } from '../shared/operations/command.js';
import { openForCommand } from './open-for-command.js';
import { wireForCommand } from './wire-for-command.js';

type Tools = Omit<CommandContext, 'options' | 'given' | 'interrupted'>;

/** Opens for a command what it asks for, once, and leaves it to the teardown. */
export class Workplace {
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

  /** What a command does, somebody at this machine does: so the audit has it. */
  within<T>(work: () => T): T {
    const actor = { kind: 'operator', id: whoIsHere() } as const;
    return runInContext({ requestId: newId(), traceId: newTraceId(), address: null, actor }, work);
  }

  #config(): Config {
    this.#read ??= withDevelopmentKeys(readConfig(this.env));
    return this.#read;
  }

  #database(): Promise<DatabaseAddress> {
    this.#opened ??= this.terminal.during('Opening the database', (nowDoing) =>
      openForCommand(this.#config(), this.teardown, nowDoing),
    );
    return this.#opened;
  }

  #application(): Promise<INestApplicationContext> {
    this.#wired ??= this.#database().then((address) => wireForCommand(this.#config(), address, this.teardown));
    return this.#wired;
  }
}

/** Containers run as users that have a number and no name. */
function whoIsHere(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
