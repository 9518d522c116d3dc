import { dirname } from 'node:path';
import { contexts, fileAt, sourceFiles } from './source-files.js';

/** The contexts in which each capability is a folder with a module of Nest. */
const CONTEXTS: readonly string[] = contexts;
const MOST_FILES = 12;

const capabilityOf = (path: string): string | undefined => {
  const [context = '', folder = '', ...rest] = path.split('/');
  if (!CONTEXTS.includes(context) || rest.length === 0 || ['contract', 'migrations', 'engine'].includes(folder))
    return undefined;
  return `${context}/${folder}`;
};
const inCapabilities = sourceFiles.filter(({ path }) => capabilityOf(path) !== undefined);
const capabilities = [...new Set(inCapabilities.map(({ path }) => capabilityOf(path)!))];
const moduleOf = (capability: string): string => `${capability}/${capability.split('/')[1]}.module`;

describe('A capability', () => {
  it.each(capabilities)('%s has a module', (capability) => {
    expect(fileAt.has(moduleOf(capability))).toBe(true);
  });

  it('has no folder of more than twelve files', () => {
    const folders = inCapabilities.map(({ path }) => dirname(path));
    const crowded = [...new Set(folders)].filter(
      (folder) => folders.filter((one) => one === folder).length > MOST_FILES,
    );
    expect(crowded).toEqual([]);
  });

  it('uses another only if its module imports the module of that one', () => {
    const undeclared = inCapabilities.flatMap(({ path, imports }) => {
      const own = capabilityOf(path)!;
      const declared = new Set(fileAt.get(moduleOf(own))?.imports.map(({ target }) => capabilityOf(target)));
      return imports
        .filter(({ target, typeOnly }) => !typeOnly && ![undefined, own].includes(capabilityOf(target)))
        .filter(({ target }) => /\.(?:service|repository|adapter|job|handler)$/.test(target))
        .filter(({ target }) => !declared.has(capabilityOf(target)))
        .map(({ target }) => `${path} -> ${target}`);
    });
    expect(undeclared).toEqual([]);
  });

  it('has a class in a file of its name', () => {
    const named = inCapabilities.filter(({ path }) =>
      /\.(?:service|repository|adapter|job|handler|guard|controller|module|entity)$/.test(path),
    );
    const nameless = named.filter(({ path, text }) => {
      const words = path.split('/').at(-1)!.split('.')[0]!.replaceAll('-', '');
      const classes = [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name = '']) =>
        name.toLowerCase(),
      );
      return classes.length > 0 && !classes.some((name) => name.startsWith(words));
    });
    expect(nameless.map(({ path }) => `${path}: name the file after its class, in kebab case`)).toEqual([]);
  });

  it('lists each event handler among the providers of a module', () => {
    const modules = sourceFiles.filter(({ path }) => path.endsWith('.module')).map(({ text }) => text);
    const handlers = sourceFiles.flatMap(({ path, text }) =>
      [...text.matchAll(/^@EventsHandler\([^)]*\)\n(?:@[^\n]*\n)*export class (\w+)/gm)].map(([, name = '']) => ({
        path,
        name,
      })),
    );
    expect(handlers.length).toBeGreaterThan(10);
    const unlisted = handlers.filter(({ name }) => !modules.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
    expect(unlisted.map(({ path, name }) => `${path}: add ${name} to the providers of its module`)).toEqual([]);
  });
});
