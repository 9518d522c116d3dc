import {
  contexts,
  cycleThrough,
  database,
  fileAt,
  sourceFiles,
  type Context,
  type Import,
  type SourceFile,
} from './source-files.js';

type Allows = (imported: Import, file: SourceFile) => boolean;

const packages =
  (...names: readonly string[]): Allows =>
  ({ isPackage, target }) =>
    isPackage && names.some((name) => target === name || (/[/:]$/.test(name) && target.startsWith(name)));
const below =
  (...folders: readonly string[]): Allows =>
  ({ isPackage, target }) =>
    !isPackage && folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
/** Some names of what a folder exports. */
const namesOf =
  (folder: string, names: RegExp): Allows =>
  (imported) =>
    imported.target === folder && imported.names.every((name) => names.test(name));
const ownContext: Allows = ({ isPackage, target }, { context }) => !isPackage && target.startsWith(`${context}/`);
const contractOfAnother: Allows = ({ target }, { context }) =>
  contexts.some((other) => other !== context && target === `${other}/contract`);
const typeOnly =
  (allows: Allows): Allows =>
  (imported, file) =>
    imported.typeOnly && allows(imported, file);
const config: Allows = ({ isPackage, target }) => !isPackage && /^config(?:\/|$)/.test(target);

const NODE = packages('node:');
/** The shape of a key, as its standard has it; the code of the library stays out. */
const KEY_SHAPE = typeOnly(packages('jose'));
const KERNEL = below('shared/kernel');
const SHARED = below('shared');
/** What others install. */
const NODE_CLIENT = packages('@countersign/node');
const EVIDENCE = packages('@countersign/evidence', '@countersign/evidence/');
/** Rules and words of the engine: it knows no framework either. */
const IDENTITY_ENGINE = packages('@countersign/identity-engine');
/** Rules of the chips of passports: no framework, no database. */
const EMRTD = packages('@countersign/emrtd/');
const ANY_PACKAGE: Allows = ({ isPackage }) => isPackage;

/** What is shared, without what knows users, data or events. */
const SHARED_BASICS = below(
  ...['auth-guard', 'fields', 'http', 'kernel', 'observability', 'outbound', 'pages'].map((part) => `shared/${part}`),
);

interface Rule {
  readonly name: string;
  readonly governs: RegExp;
  readonly allows: readonly Allows[];
}

const IN_CONTEXT = `^(?:${contexts.join('|')})/`;
/** A context of which each capability is a folder, where the ending of a file tells its kind: those without one are rules. */
const IN_CAPABILITY =
  '^(?:audit|auth|configuration|figures|idv|notifications|operators|search|shared-signals|system|users|webhooks)/(?!contract/|migrations/|engine/)[\\w-]+/(?:[\\w-]+/)?';

const inCapability =
  (kind: string): Allows =>
  ({ isPackage, target }, { context }) =>
    !isPackage && target.startsWith(`${context}/`) && new RegExp(`${IN_CAPABILITY}${kind}$`).test(target);
const rule = inCapability('[\\w-]+(?:\\.words)?');
const entity = inCapability('[\\w-]+\\.entity');
const port = inCapability('[\\w-]+\\.port');
const guard = inCapability('[\\w-]+\\.guard');
const ofCapability = inCapability('[\\w-]+(?:\\.(?!entity|module)[\\w-]+)?');
/** Errors, events and ports of the own context. */
const ownWord: Allows = ({ isPackage, target }, { context }) => !isPackage && target.startsWith(`${context}/contract/`);

/** Who may import what: a file is governed by the first rule that fits, and every import must fit one of its allowances. */
const RULES: readonly Rule[] = [
  { name: 'the configuration', governs: /^config(?:\/|$)/, allows: [NODE, below('config')] },
  {
    name: 'the kernel',
    governs: /^shared\/kernel\//,
    allows: [
      NODE,
      KERNEL,
      EVIDENCE,
      packages('uuid'),
      packages('lru-cache'),
      ({ target }) => target === 'config/networks',
    ],
  },
  { name: 'what is shared', governs: /^shared\//, allows: [ANY_PACKAGE, SHARED, config, typeOnly(below('..'))] },
  {
    name: 'a surface',
    governs: /^surfaces\//,
    allows: [ANY_PACKAGE, SHARED, config, below('openapi', 'surfaces')],
  },
  {
    // A customer of the service that happens to run in its process: all that it does, it does by the public interfaces.
    name: 'the demo',
    governs: /^demo\//,
    allows: [
      NODE,
      packages('@nestjs/', 'express', 'sharp'),
      NODE_CLIENT,
      SHARED_BASICS,
      config,
      below('demo'),
      namesOf('idv/contract', /^Specimens?$/),
    ],
  },
  {
    name: 'a view or the words of a page',
    governs: new RegExp(`${IN_CAPABILITY}(?:views/|words/|[\\w-]+\\.view$)`),
    allows: [NODE, EVIDENCE, IDENTITY_ENGINE, SHARED, config, ofCapability, typeOnly(entity), contractOfAnother],
  },
  {
    name: 'a rule',
    governs: new RegExp(`${IN_CAPABILITY}[\\w-]+$`),
    allows: [
      NODE,
      KERNEL,
      EVIDENCE,
      IDENTITY_ENGINE,
      EMRTD,
      packages('jose'),
      rule,
      ownWord,
      typeOnly(port),
      typeOnly(below('shared/persistence', 'shared/outbound')),
    ],
  },
  {
    name: 'an entity',
    governs: new RegExp(`${IN_CAPABILITY}[\\w-]+\\.entity$`),
    allows: [NODE, KERNEL, EVIDENCE, IDENTITY_ENGINE, KEY_SHAPE, packages('typeorm'), rule, entity, ownWord],
  },
  {
    name: 'a guard or a controller',
    governs: new RegExp(`${IN_CAPABILITY}[\\w-]+\\.(?:guard|controller|page)$`),
    allows: [
      NODE,
      SHARED,
      config,
      KEY_SHAPE,
      IDENTITY_ENGINE,
      packages('@nestjs/', 'express', 'class-validator', 'class-transformer', 'rxjs'),
      ofCapability,
      ownWord,
      typeOnly(entity),
      ({ target }, { context }) => target === `${context}/contract`,
      contractOfAnother,
    ],
  },
  {
    name: 'a contract',
    governs: new RegExp(`${IN_CONTEXT}contract(?:$|/)`),
    allows: [
      NODE,
      KERNEL,
      rule,
      ownWord,
      guard,
      typeOnly(below('shared/persistence')),
      namesOf('shared/auth-guard', /^(?:AllowedCallers|ClientFacts?|EnterpriseIds|RevokedTokens|TokenKeys)$/),
      namesOf(
        'shared/fields',
        /(?:Field|^(?:ChosenId|Kind|array|boolean|httpsUrl|integer|json|object|oneOf|scalar|text))$/,
      ),
    ],
  },
  {
    name: 'a context',
    governs: new RegExp(IN_CONTEXT),
    allows: [ANY_PACKAGE, SHARED, config, ownContext, contractOfAnother],
  },
];

/** The parts of what is shared, the lowest first. */
const LAYERS = [
  ...['kernel', 'observability', 'workers', 'persistence', 'jobs', 'security', 'fields'],
  ...['outbound', 'events', 'storage', 'http', 'auth-guard', 'pages'],
];
const MOST_DOORS = 13;
const partOf = (path: string): string | undefined => /^shared\/([\w-]+)(?:\/|$)/.exec(path)?.[1];
const layerOf = (path: string): number => LAYERS.indexOf(partOf(path) ?? '');

describe('Imports', () => {
  it.each(RULES)('stay within what the design allows for $name', (rule) => {
    const governed = sourceFiles.filter((file) => RULES.find(({ governs }) => governs.test(file.path)) === rule);
    const foreign = governed.flatMap((file) =>
      file.imports
        .filter((imported) => !rule.allows.some((allows) => allows(imported, file)))
        .map(({ target }) => `${file.path} -> ${target}`),
    );
    expect(governed.length).toBeGreaterThan(0);
    expect(foreign).toEqual([]);
  });

  it('go through the contract of another context, and ask only those to the left', () => {
    const asked = sourceFiles.flatMap(({ path, context, imports }) =>
      imports
        .filter(({ target }) => context && isRightOf(contextOf(target), context))
        .filter(({ target, names }) => !names.every((name) => eventsIn(target).has(name)))
        .map(({ target, names }) => `${path} -> ${target} { ${names.join(', ')} }`),
    );
    expect(asked).toEqual([]);
  });

  it('reach no module, service or entity from a contract, by whatever way', () => {
    const reached = contexts.flatMap((context) =>
      reachableFrom(`${context}/contract`)
        .filter((path) => contextOf(path) && /\.(?:module|service|repository|adapter|job|handler|entity)$/.test(path))
        .map((path) => `${context}/contract -> … -> ${path}`),
    );
    expect(reached).toEqual([]);
  });

  it('go to lower layers only within what is shared', () => {
    const shared = sourceFiles.filter(({ path }) => layerOf(path) >= 0);
    const upwards = shared.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => layerOf(target) > layerOf(path)).map(({ target }) => `${path} -> ${target}`),
    );
    expect(shared.length).toBeGreaterThan(100);
    expect(upwards).toEqual([]);
  });

  it('go by the door of each part of what is shared, whose names are all used', () => {
    const asked = [...sourceFiles, database].flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => partOf(target) !== undefined && partOf(target) !== partOf(path))
        .map(({ target, names }) => ({ path, target, names })),
    );
    const doors = new Set(asked.map(({ target }) => target));
    const usedOf = (door: string): Set<string> =>
      new Set(asked.filter(({ target }) => target === door).flatMap(({ names }) => names));
    const idle = [...doors].flatMap((door) =>
      namesExportedBy(door)
        .filter((name) => !usedOf(door).has(name))
        .map((name) => `${door} { ${name} }`),
    );
    expect(asked.filter(({ target }) => target.split('/').length > 2)).toEqual([]);
    expect([...doors].sort()).toEqual(LAYERS.map((part) => `shared/${part}`).sort());
    expect(doors.size).toBeLessThanOrEqual(MOST_DOORS);
    expect(idle).toEqual([]);
  });

  it('have no cycle', () => {
    expect(
      sourceFiles.map(({ path }) => cycleThrough(path, runtimeImports)).find((cycle) => cycle !== undefined),
    ).toBeUndefined();
  });
});

const namesExportedBy = (door: string): string[] => fileAt.get(door)?.imports.flatMap(({ names }) => names) ?? [];

const contextOf = (target: string): Context | undefined => contexts.find((context) => target.startsWith(`${context}/`));

const isRightOf = (other: Context | undefined, context: Context): boolean =>
  other !== undefined && contexts.indexOf(other) > contexts.indexOf(context);

/** What a contract passes on from its context's events and signals: anyone may hear those. */
function eventsIn(contract: string): Set<string> {
  const passedOn = fileAt.get(contract)?.imports.filter(({ target }) => /\.(?:events|signals)$/.test(target)) ?? [];
  return new Set(passedOn.flatMap(({ names }) => names));
}

const runtimeImports = (path: string): string[] =>
  (fileAt.get(path)?.imports ?? [])
    .filter(({ isPackage, typeOnly: erased }) => !isPackage && !erased)
    .map(({ target }) => target);

function reachableFrom(start: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    runtimeImports(path).forEach(visit);
  };
  visit(start);
  return [...seen];
}
