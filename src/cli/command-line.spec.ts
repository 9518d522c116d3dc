import { UsageError, defineCommand } from '../shared/observability/index.js';
import { findCommand, helpOf, overview, readArguments } from './arguments.js';
import { commands as known } from './commands/index.js';

const create = defineCommand({
  name: 'client create',
  summary: 'Makes a client.',
  options: {
    name: { type: 'string', value: 'NAME', summary: 'What it is called.', required: true },
    administrator: { type: 'boolean', summary: 'The client may do everything.' },
  },
  run: () => 0,
});
const load = defineCommand({ name: 'users import', takes: '<file>', summary: 'Imports users.', run: () => 0 });
const commands = { 'client create': create, 'users import': load };
const plain = { bold: (text: string) => text, dim: (text: string) => text };

describe('A command line', () => {
  it('finds a command by its whole name, and what follows it', () => {
    const words = ['client', 'create', '--name', 'x'];
    expect(findCommand(commands, words)).toEqual({ command: create, rest: ['--name', 'x'], wantsHelp: false });
    expect(findCommand(commands, ['client']).command).toBeUndefined();
    expect(findCommand(commands, ['clients', 'create']).command).toBeUndefined();
  });

  it.each([[[]], [['--help']], [['help', 'client', 'create']], [['client', 'create', '-h']]])(
    'understands %j as a question for help',
    (words) => expect(findCommand(commands, words).wantsHelp).toBe(true),
  );

  it('reads options by their declaration', () => {
    expect(readArguments(create, ['--name', 'portal', '--administrator'])).toEqual({
      options: { name: 'portal', administrator: true },
      given: [],
    });
    expect(readArguments(create, ['--name=portal']).options).toEqual({ name: 'portal', administrator: false });
    expect(readArguments(load, ['users.csv']).given).toEqual(['users.csv']);
  });

  it.each([
    ['an option that is not declared', ['--name', 'x', '--nmae', 'y'], /--nmae/],
    ['an option without its value', ['--name'], /--name/],
    ['a word where none is expected', ['--name', 'x', 'y'], /"y"/],
    ['a missing option', [], /--name is missing/],
  ])('refuses %s', (_what, words, complaint) => {
    expect(() => readArguments(create, words)).toThrow(UsageError);
    expect(() => readArguments(create, words)).toThrow(complaint);
  });

  it.each(Object.entries(known))('calls the command `%s` by its own name', async (name, load) => {
    expect((await load()).name).toBe(name);
  });

  it('tells of every command, and of every option of one', () => {
    expect(overview(Object.values(commands), plain)).toContain('users import <file>   Imports users.');
    expect(helpOf(create, plain)).toContain('--name NAME       What it is called. Required.');
  });
});
