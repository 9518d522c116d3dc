import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../../src/cli/arguments.js';
import { commands } from '../../src/cli/commands/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const pages = ['README.md', ...['docs', 'src', 'clients', 'examples'].flatMap(pagesIn)];

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /^(?!.*node_modules).*\.md$/.test(name)).map((name) => join(folder, name));
}

/** What follows the name of the command line, up to the end of the code. */
const callsIn = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/(?:cli --|scripts\/cli\.mjs) ([a-z][^`\n#|>)]*)/g)].map(
    ([, words = '']) => words.trim(),
  );

/** The parts of a call that the command line does not know. */
async function unknownIn(call: string): Promise<string[]> {
  const words = call.split(/\s+/);
  const { command: load, rest } = findCommand(commands, words);
  const command = await load?.();
  if (command === undefined) return [call];
  const options = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).replace(/[^\w-].*/, ''));
  return options.filter((option) => option !== 'help' && !(option in (command.options ?? {})));
}

describe('The commands that the documents name', () => {
  const calls = pages.flatMap((page) => callsIn(page).map((call) => ({ page, call })));

  it('exist, with these options', async () => {
    expect(calls.length).toBeGreaterThan(20);
    const faults: object[] = [];
    for (const { page, call } of calls)
      for (const unknown of await unknownIn(call)) faults.push({ page, call, unknown });
    expect(faults).toEqual([]);
  });
});
