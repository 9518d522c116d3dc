import type { Command } from '../shared/operations/command.js';

interface Found {
  readonly command: Command | undefined;
  /** What follows the name. */
  readonly rest: readonly string[];
  readonly wantsHelp: boolean;
}

/** The command whose whole name the words begin with. No words at all ask for help. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  const asked = words[0] === 'help' ? words.slice(1) : words;
  const wantsHelp = asked.length === 0 || asked !== words || asked.some((word) => word === '--help' || word === '-h');
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => asked[index] === word));
  return { command, wantsHelp, rest: asked.slice(command?.name.split(' ').length ?? 0) };
}
