import { parseArgs } from 'node:util';
import { isError } from '../shared/operations/logs/error-record.js';
import { CalledWrongly, type Command, type CommandContext } from '../shared/operations/command.js';

type Called = Pick<CommandContext, 'options' | 'given'>;

/** The options and other words of a call, by the command's declaration; whatever it does not declare is refused. */
export function readArguments({ options = {}, takes }: Command, words: readonly string[]): Called {
  const { values, positionals } = parse(options, words);
  const missing = Object.entries(options).find(([name, { required }]) => required && values[name] === undefined);
  if (missing) throw new CalledWrongly(`--${missing[0]} is missing: ${missing[1].summary}`);
  if (takes === undefined && positionals[0] !== undefined) {
    throw new CalledWrongly(`Nothing is expected after the command, but there is "${positionals[0]}".`);
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
    throw new CalledWrongly(firstSentence(error));
  }
}

const firstSentence = (error: unknown): string =>
  isError(error) ? `${error.message.split('. ', 1)[0] ?? ''}.` : 'The options cannot be read.';
