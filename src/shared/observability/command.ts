import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseAddress } from '../../../ormconfig.js';
import type { Config } from '../../config.js';

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  /** The placeholder of a `string` option in the help: `FILE`, `ID`. */
  readonly value?: string;
  readonly required?: true;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

type OptionValue<O extends CommandOption> = O extends { type: 'boolean' }
  ? boolean
  : O extends { required: true }
    ? string
    : string | undefined;

type AnyValues = Readonly<Record<string, string | boolean | undefined>>;
type ValuesOf<O extends CommandOptions> = { readonly [K in keyof O]: OptionValue<O[K]> };

/** Services for a command. The configuration, the database and the application are opened only on use. */
export interface CommandContext<Values = AnyValues> {
  readonly options: Values;
  /** The arguments after the command's name, without the options. */
  readonly given: readonly string[];
  readonly config: () => Config;
  /** The address of the database, which a running process may be using. */
  readonly database: () => Promise<DatabaseAddress>;
  /** The whole application, without listeners and background work, on a migrated database. */
  readonly application: () => Promise<INestApplicationContext>;
  readonly print: (line?: string) => void;
  /** Aborted by the first Ctrl-C, for a command with `endsInOrder`. */
  readonly interrupted: AbortSignal;
}

/** One command of `npm run cli`. */
export interface Command<O extends CommandOptions = CommandOptions, Values = AnyValues> {
  /** The words of the command, the noun first: `client create`. */
  readonly name: string;
  readonly summary: string;
  /** The arguments after the name, for the help: `<file>`. */
  readonly takes?: string;
  readonly options?: O;
  /** On Ctrl-C the command finishes what it has begun and ends by itself. Without this, the process ends at once. */
  readonly endsInOrder?: true;
  /** Returns the exit code: 0 for success. */
  readonly run: (context: CommandContext<Values>) => number | Promise<number>;
}

/** Declares a command. The types of its options follow from their declaration. */
export const defineCommand = <const O extends CommandOptions>(command: Command<O, ValuesOf<O>>): Command =>
  command as unknown as Command;

/** The commands of a context by name. The code of a command is loaded when it is called or its help is shown. */
export type CommandTable = Readonly<Record<string, () => Promise<Command>>>;

/** The command was called with wrong arguments. Its help is shown. */
export class UsageError extends Error {}
