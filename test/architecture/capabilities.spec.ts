import { dirname } from 'node:path';
import { contexts, cycleThrough, sourceFiles } from './source-files.js';

const CONTEXTS: readonly string[] = contexts;
const MOST_FILES = 12;
/** Classes that are never injected. Without a module, they would silently do nothing. */
const PROVIDED =
  /^@(?:Controller|EventsHandler|Recurring|HandlesJob)\((?:[^()]|\([^()]*\))*\)\n(?:@\w+\((?:[^()]|\([^()]*\))*\)\n)*export class (\w+)/gm;
const DERIVED = /^export (abstract )?class (\w+)(?:<[^>]*>)? extends (\w+)/gm;
const FOUND_BY_TYPE = /\binstancesOf\([^,]+, (\w+)\)/g;

const derived = sourceFiles.flatMap(({ text }) =>
  [...text.matchAll(DERIVED)].map(([, isAbstract, name = '', parent = '']) => ({ isAbstract, name, parent })),
);

/** Services find these classes by their type, such as each section of an export. Nothing injects them. */
const foundByType = new Set(
  sourceFiles.flatMap(({ text }) => [...text.matchAll(FOUND_BY_TYPE)]).flatMap(([, kind = '']) => heirsOf(kind)),
);

function heirsOf(name: string): string[] {
  const heirs = derived.filter(({ parent }) => parent === name);
  return heirs.flatMap((heir) => [...(heir.isAbstract ? [] : [heir.name]), ...heirsOf(heir.name)]);
}

const capabilityOf = (path: string): string | undefined => {
  const [context = '', folder = '', ...rest] = path.split('/');
  if (!CONTEXTS.includes(context) || rest.length === 0 || ['contract', 'migrations', 'engine'].includes(folder))
    return undefined;
  return `${context}/${folder}`;
};
const inCapabilities = sourceFiles.filter(({ path }) => capabilityOf(path) !== undefined);
const capabilities = [...new Set(inCapabilities.map(({ path }) => capabilityOf(path)!))];

/** Whose services, repositories and other providers a capability uses. */
function providersUsedBy(capability: string): string[] {
  const targets = inCapabilities
    .filter(({ path }) => capabilityOf(path) === capability)
    .flatMap(({ imports }) => imports)
    .filter(
      ({ target, typeOnly }) =>
        !typeOnly && /\.(?:service|repository|adapter|jobs?|handlers?|sections?|hits)$/.test(target),
    )
    .map(({ target }) => capabilityOf(target));
  return [...new Set(targets)].filter((used) => used !== undefined && used !== capability) as string[];
}

const withoutImports = (text: string): string => text.replace(/^import [^;]+;$/gm, '');

const neverInjectedIn = (text: string): string[] => [
  ...[...text.matchAll(PROVIDED)].map(([, name = '']) => name),
  ...[...text.matchAll(DERIVED)].map(([, , name = '']) => name).filter((name) => foundByType.has(name)),
];

describe('A capability', () => {
  it('has no folder of more than twelve files', () => {
    const folders = inCapabilities.map(({ path }) => dirname(path));
    const crowded = [...new Set(folders)].filter(
      (folder) => folders.filter((one) => one === folder).length > MOST_FILES,
    );
    expect(crowded).toEqual([]);
  });

  it('uses none that uses it, directly or through others', () => {
    const usedBy = new Map(capabilities.map((capability) => [capability, providersUsedBy(capability)]));
    const cycles = capabilities.flatMap((capability) => cycleThrough(capability, (one) => usedBy.get(one) ?? []) ?? []);
    expect(cycles).toEqual([]);
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

  it.each(CONTEXTS)(
    'of %s has its controllers, event handlers, recurring jobs and classes found by type in a module of the context',
    (context) => {
      const files = sourceFiles.filter(({ path }) => path.startsWith(`${context}/`));
      const modules = files.filter(({ path }) => path.endsWith('.module')).map(({ text }) => withoutImports(text));
      const classes = files
        .filter(({ path }) => !/\.(?:module|spec)$/.test(path))
        .flatMap(({ path, text }) => neverInjectedIn(text).map((name) => ({ path, name })));
      const unlisted = classes.filter(({ name }) => !modules.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
      expect(unlisted.map(({ path, name }) => `${path}: add ${name} to a module of ${context}`)).toEqual([]);
    },
  );
});

describe('The search for classes that are never injected', () => {
  it('finds those with decorators of several lines, and more than a hundred in all', () => {
    const found = sourceFiles.flatMap(({ text }) => [...text.matchAll(PROVIDED)].map(([, name]) => name));
    expect(found).toContain('MobileController');
    expect(found.length).toBeGreaterThan(100);
  });

  it('finds those that services find by their type', () => {
    expect([...foundByType]).toEqual(
      expect.arrayContaining(['DemoStart', 'NotificationsSection', 'NotificationFigures']),
    );
    expect(foundByType.size).toBeGreaterThan(40);
  });
});
