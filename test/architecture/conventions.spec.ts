import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { getMetadataArgsStorage } from 'typeorm';
import { settingGroups } from '../../src/config.js';
import '../../ormconfig.js';
import { advisoryLocks } from '../../src/shared/persistence/index.js';
import ts from 'typescript';
import { sourceFiles, type SourceFile } from './source-files.js';

const filesWith = (shape: RegExp, except = /^$/): string[] =>
  sourceFiles.filter(({ path, text }) => !except.test(path) && shape.test(text)).map(({ path }) => path);

/** Entities whose rows belong to an enterprise each: those with that column. Some entries of the audit log belong to none. */
function tenantEntities(): { table: string; className: string }[] {
  const { tables, columns } = getMetadataArgsStorage();
  const owned = new Set(
    columns
      .filter(({ options }) => options.name === 'enterprise_id' && options.nullable !== true)
      .map(({ target }) => target),
  );
  return tables
    .filter(({ target }) => owned.has(target))
    .map(({ schema, name, target }) => ({ table: `${schema}.${name}`, className: (target as { name: string }).name }));
}

/** The lines that hand one of these classes to a call: `manager.find(User, …)`, `tx.lock(User, …)`, `from(User, 'u')`. */
function callsWith(classNames: ReadonlySet<string>, { path, text }: SourceFile): string[] {
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const local = new Set<string>();
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) && classNames.has((node.propertyName ?? node.name).text)) local.add(node.name.text);
    if (ts.isCallExpression(node) && node.arguments.some((one) => ts.isIdentifier(one) && local.has(one.text)))
      found.push(`${path}: ${node.getText().split('\n', 1)[0] ?? ''}`);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('Conventions', () => {
  it('SQL on the rows of an enterprise stands in repositories, which cannot be called without a tenant', () => {
    const tables = tenantEntities().map(({ table }) => table);
    expect(tables).toContain('users.user');
    const names = tables.map((table) => table.replace('.', '"?\\."?')).join('|');
    const sql = new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN)\\s+"?(?:${names})\\b`, 'i');
    expect(filesWith(sql, /\.repository$|\/migrations\//)).toEqual([]);
  });

  it('SQL on the audit log stands in its context, and where transactions write to it', () => {
    const sql = /\b(?:FROM|INTO|UPDATE|JOIN)\s+shared\.audit_/i;
    expect(filesWith(sql, /^audit\/|^shared\/persistence\/(?:migrations\/|pending-writes$)/)).toEqual([]);
  });

  it('the ORM reads and writes the rows of an enterprise in repositories only', () => {
    const classNames = new Set(tenantEntities().map(({ className }) => className));
    expect(classNames).toContain('User');
    const elsewhere = sourceFiles.filter(({ path }) => !/\.repository$|\/migrations\//.test(path));
    expect(elsewhere.flatMap((file) => callsWith(classNames, file))).toEqual([]);
  });

  it.each([
    'tx.lock(User, { sub })',
    'manager.find(User, {})',
    'dataSource.getRepository(Found).find()',
    "query.from(User, 'u')",
  ])('the check of rows of an enterprise finds %s', (call) => {
    const text = `import { User, User as Found } from './user.entity.js';\nvoid ${call};`;
    expect(callsWith(new Set(['User']), { path: 'x', text, context: undefined, imports: [] })).toHaveLength(1);
  });

  it('nobody reads the Host that a caller claims', () => {
    const reading =
      /\bheaders(?:\.host\b|\[['"]host['"]\])(?!\s*=[^=])|\.(?:get|header)\(['"]host['"]\)|\breq(?:uest)?\.host(?:name)?\b/i;
    // It only turns callers away by it: a page elsewhere may have made its own name resolve to this machine.
    expect(filesWith(reading, /^shared\/http\/developer-only\.guard$/)).toEqual([]);
  });

  it('advisory locks have a key of their own, which one file lists', () => {
    const keys = Object.values(advisoryLocks);
    expect(new Set(keys).size).toBe(keys.length);
    const taking = sourceFiles.filter(({ text }) => /\bpg_(?:try_)?advisory_/.test(text));
    expect(taking.filter(({ text }) => !text.includes('advisoryLocks.')).map(({ path }) => path)).toEqual([]);
    expect(filesWith(/\bpg_(?:try_)?advisory_\w+\(\s*\d|\bLOCK\w*\s*=\s*\d|_LOCK\s*=\s*\d/)).toEqual([]);
  });

  it('what a timer starts leaves the request that has set the timer', () => {
    expect(filesWith(/\bset(?:Timeout|Interval|Immediate)\(\s*(?:async\b|\(\) =>\s*void\b)/)).toEqual([]);
  });

  it('every setting is used by something', () => {
    const elsewhere = sourceFiles.filter(({ path }) => !path.startsWith('config/')).map(({ text }) => text);
    const keys = Object.values(settingGroups).flatMap((group) => Object.keys(group));
    const unused = keys.filter((key) => !elsewhere.some((text) => new RegExp(`\\b${key}\\b`).test(text)));
    expect(unused).toEqual([]);
  });

  it('a container starts the program as `npm start` does', () => {
    const npm = /"start": "exec (.+)"/.exec(read('package.json'))?.[1];
    const image = /^CMD (.+)$/m.exec(read('Dockerfile'))?.[1];
    expect(JSON.parse(String(image))).toEqual(String(npm).split(' '));
  });

  it('no two classes have one name, but for modules, which are named after their folders', () => {
    const names = sourceFiles.flatMap(({ text }) =>
      [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name = '']) => name),
    );
    expect(names.length).toBeGreaterThan(500);
    const twice = names.filter((name, index) => names.indexOf(name) !== index && !name.endsWith('Module'));
    expect(twice).toEqual([]);
  });

  it('files are named in kebab-case', () => {
    const odd = sourceFiles.filter(({ path }) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*[/.]?)+$/.test(path));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});
