import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// oxfmt-ignore
export const contexts = [
  'search', 'figures', 'system', 'audit', 'configuration', 'webhooks', 'users', 'auth', 'shared-signals', 'operators', 'idv',
  'notifications',
] as const;
export type Context = (typeof contexts)[number];

export interface Import {
  /** A path below `src` without its ending, or the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
  readonly names: readonly string[];
  /** Erased by the compiler: it takes no part in cycles. */
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** Below `src`, without the ending: `users/domain/user-status`. */
  readonly path: string;
  readonly context: Context | undefined;
  readonly text: string;
  readonly imports: readonly Import[];
}

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

function read(name: string): SourceFile {
  const text = readFileSync(join(SRC, name), 'utf8');
  const place = name.replace(/\.ts$/, '');
  const path = doorOf(place);
  const parsed = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const imports = parsed.statements.flatMap((statement) => importOf(statement, place));
  return { path, context: contexts.find((context) => path.startsWith(`${context}/`)), text, imports };
}

/** `import` and `export … from` alike. */
function importOf(statement: ts.Statement, from: string): Import[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const specifier = statement.moduleSpecifier;
  if (!specifier || !ts.isStringLiteral(specifier)) return [];
  const isPackage = !specifier.text.startsWith('.');
  const target = isPackage ? specifier.text : resolved(specifier.text, from);
  return [{ target, isPackage, names: namesIn(statement), typeOnly: isTypeOnly(statement) }];
}

const resolved = (specifier: string, from: string): string =>
  doorOf(relative('.', join(dirname(from), specifier.replace(/\.js$/, ''))).replace(/^\.\.\/src\//, ''));

/** A contract and a part of `shared` are called by their folder. */
const doorOf = (path: string): string => path.replace(/(\/contract|^shared\/[\w-]+)\/index$/, '$1');

type Statement = ts.ImportDeclaration | ts.ExportDeclaration;

function elementsOf(statement: Statement): readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  return clause && 'elements' in clause ? [...clause.elements] : [];
}

const namesIn = (statement: Statement): string[] =>
  elementsOf(statement).map(({ propertyName, name }) => (propertyName ?? name).text);

function isTypeOnly(statement: Statement): boolean {
  if (
    ts.isExportDeclaration(statement)
      ? statement.isTypeOnly
      : statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  )
    return true;
  const elements = elementsOf(statement);
  const hasDefault = ts.isImportDeclaration(statement) && statement.importClause?.name !== undefined;
  return elements.length > 0 && !hasDefault && elements.every((element) => element.isTypeOnly);
}

export const sourceFiles: readonly SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map(read);

export const fileAt = new Map(sourceFiles.map((file) => [file.path, file]));

/** The description of the database, which stands beside `src`. */
export const database = read('../ormconfig.ts');

/** A way from `start` back to it, where `usedBy` returns what each step uses. */
export function cycleThrough(start: string, usedBy: (path: string) => readonly string[]): string | undefined {
  const seen = new Set<string>();
  const search = (path: string, way: readonly string[]): string | undefined => {
    for (const next of usedBy(path)) {
      if (next === start) return [...way, path, start].join(' -> ');
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, [...way, path]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(start, []);
}
