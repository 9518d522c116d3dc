import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseAddress } from '../../../ormconfig.js';
import type { Config } from '../../config.js';

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  /** What the help calls the value of a `string`: `FILE`, `ID`. */
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

/** What a command works with. Nothing is opened before it is asked for. */
export interface CommandContext<Values = AnyValues> {
  readonly options: Values;
  /** What stands after the command's name and is no option. */
  readonly given: readonly string[];
  readonly config: () => Config;
  /** The database in use: that of a running process too. */
  readonly database: () => Promise<DatabaseAddress>;
  /** The whole application, without listeners and background work, on a database that is up to date. */
  readonly application: () => Promise<INestApplicationContext>;
  readonly print: (line?: string) => void;
  /** Aborted by the first Ctrl-C: see `endsInOrder`. */
  readonly interrupted: AbortSignal;
}

/** One command of `npm run cli`. A context lists its own in `commands/index.ts`. */
export interface Command<O extends CommandOptions = CommandOptions, Values = AnyValues> {
  /** Words, the subject first: `client create`. */
  readonly name: string;
  readonly summary: string;
  /** What is expected after the name, for the help: `<file>`. */
  readonly takes?: string;
  readonly options?: O;
  /** On Ctrl-C the command finishes what it has begun and ends by itself; without this, the process ends at once. */
  readonly endsInOrder?: true;
  /** Returns the exit code: 0 when all is well. */
  readonly run: (context: CommandContext<Values>) => number | Promise<number>;
}

/** Declares a command, so that the types of its options follow from their declaration. */
export const defineCommand = <const O extends CommandOptions>(command: Command<O, ValuesOf<O>>): Command =>
  command as unknown as Command;

/** A command that was called wrongly: answered with its help. */
export class CalledWrongly extends Error {}
