import { parseArgs } from 'node:util';
import {
  UsageError,
  type Command,
  type CommandContext,
  type CommandOption,
  isError,
} from '../shared/observability/index.js';

type Called = Pick<CommandContext, 'options' | 'given'>;

/** Parses the options and positional arguments that the command declares. Throws a `UsageError` for any other. */
export function readArguments({ options = {}, takes }: Command, words: readonly string[]): Called {
  const { values, positionals } = parse(options, words);
  const missing = Object.entries(options).find(([name, { required }]) => required && values[name] === undefined);
  if (missing) throw new UsageError(`--${missing[0]} is missing: ${missing[1].summary}`);
  if (takes === undefined && positionals[0] !== undefined) {
    throw new UsageError(`Nothing is expected after the command, but there is "${positionals[0]}".`);
  }
  return { options: values, given: positionals };
}

function parse(options: NonNullable<Command['options']>, words: readonly string[]) {
  const declared = Object.entries(options).map(([name, { type }]) => [name, { type }] as const);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(declared),
      allowPositionals: true,
    });
    const given = declared.map(([name, { type }]) => [name, values[name] ?? (type === 'boolean' ? false : undefined)]);
    return { values: Object.fromEntries(given) as Record<string, string | boolean>, positionals };
  } catch (error) {
    throw new UsageError(firstSentence(error));
  }
}

const firstSentence = (error: unknown): string =>
  isError(error) ? `${error.message.split('. ', 1)[0] ?? ''}.` : 'The options cannot be read.';

interface Found<C> {
  readonly command: C | undefined;
  /** The command-line arguments that follow the command's name. */
  readonly rest: readonly string[];
  readonly wantsHelp: boolean;
}

/** Finds the command by the first arguments, which are the words of its name. Without arguments, help is shown. */
export function findCommand<C>(commands: Readonly<Record<string, C>>, words: readonly string[]): Found<C> {
  const asked = words[0] === 'help' ? words.slice(1) : words;
  const wantsHelp = asked.length === 0 || asked !== words || asked.some((word) => word === '--help' || word === '-h');
  const isCalled = (name: string) => name.split(' ').every((word, index) => asked[index] === word);
  const [name, command] = Object.entries(commands).find(([known]) => isCalled(known)) ?? [];
  return { command, wantsHelp, rest: asked.slice(name?.split(' ').length ?? 0) };
}

interface Paint {
  bold(text: string): string;
  dim(text: string): string;
}

const CALL = 'npm run cli --';

/** Lists every command, each on one line. */
export function overview(commands: readonly Command[], paint: Paint): string {
  const rows = commands.map(({ name, takes, summary }): Row => [[name, takes].filter(Boolean).join(' '), summary]);
  return [
    `${paint.bold('Usage')}: ${CALL} <command> [options]`,
    '',
    ...table(rows.sort(([a], [b]) => (a < b ? -1 : 1))),
    '',
    paint.dim(`${CALL} <command> --help tells more.`),
  ].join('\n');
}

export function helpOf({ name, takes, summary, options = {} }: Command, paint: Paint): string {
  const rows = Object.entries(options).map(([option, declared]): Row => [
    `--${option}${valueOf(declared)}`,
    optionSummary(declared),
  ]);
  const call = [CALL, name, takes, rows.length > 0 ? '[options]' : undefined].filter(Boolean).join(' ');
  return [`${paint.bold('Usage')}: ${call}`, '', summary, ...(rows.length > 0 ? ['', ...table(rows)] : [])].join('\n');
}

type Row = readonly [left: string, right: string];

const valueOf = ({ type, value = 'TEXT' }: CommandOption): string => (type === 'boolean' ? '' : ` ${value}`);
const optionSummary = ({ summary, required }: CommandOption): string => (required ? `${summary} Required.` : summary);

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
