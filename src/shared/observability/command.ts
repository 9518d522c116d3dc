import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseAddress } from '../../../ormconfig.js';
import type { Config } from '../../config.js';

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  /** The placeholder for the value of a `string` option in the help, such as `FILE` or `ID`. */
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

/**
 * The arguments and services that a command receives. The configuration, the database and the application are opened
 * lazily.
 */
export interface CommandContext<Values = AnyValues> {
  readonly options: Values;
  /** The positional arguments that follow the name of the command. */
  readonly given: readonly string[];
  readonly config: () => Config;
  /** Opens the database and returns its address. A running service may be using the same database. */
  readonly database: () => Promise<DatabaseAddress>;
  /** Returns the whole application, without listeners or background work, on a migrated database. */
  readonly application: () => Promise<INestApplicationContext>;
  readonly print: (line?: string) => void;
  /** Is aborted by the first Ctrl-C if the command has set `endsInOrder`, so that the command can end. */
  readonly interrupted: AbortSignal;
}

/** One command of `npm run cli`. */
export interface Command<O extends CommandOptions = CommandOptions, Values = AnyValues> {
  /** The name of the command, with the noun first: `client create`. */
  readonly name: string;
  readonly summary: string;
  /** The positional arguments, as shown in the help: `<file>`. */
  readonly takes?: string;
  readonly options?: O;
  /** On Ctrl-C the command completes the current step and then ends. Without this flag the process ends at once. */
  readonly endsInOrder?: true;
  /** Returns the exit code: 0 for success. */
  readonly run: (context: CommandContext<Values>) => number | Promise<number>;
}

/** Declares a command. The types of the option values are derived from the declared options. */
export const defineCommand = <const O extends CommandOptions>(command: Command<O, ValuesOf<O>>): Command =>
  command as unknown as Command;

/**
 * The commands of a context by name. The code of a command is loaded only when the command is run or its help is shown.
 */
export type CommandTable = Readonly<Record<string, () => Promise<Command>>>;

/** Thrown if a command was called with invalid arguments. The caller then prints the help for the command. */
export class UsageError extends Error {}
