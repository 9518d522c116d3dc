import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { getMetadataArgsStorage } from 'typeorm';
import { settingGroups } from '../../src/config.js';
import '../../ormconfig.js';
import { sourceFiles } from './source-files.js';

const filesWith = (shape: RegExp, except = /^$/): string[] =>
  sourceFiles.filter(({ path, text }) => !except.test(path) && shape.test(text)).map(({ path }) => path);

/** Tables whose rows belong to an enterprise: those of entities with that column. */
function tenantTables(): string[] {
  const { tables, columns } = getMetadataArgsStorage();
  const owned = new Set(columns.filter(({ options }) => options.name === 'enterprise_id').map(({ target }) => target));
  return tables.filter(({ target }) => owned.has(target)).map(({ schema, name }) => `${schema}.${name}`);
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('Conventions', () => {
  it('SQL on the rows of an enterprise stands in repositories, which cannot be called without a tenant', () => {
    const tables = tenantTables();
    expect(tables).toContain('users.user');
    const names = tables.map((table) => table.replace('.', '"?\\."?')).join('|');
    const sql = new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN)\\s+"?(?:${names})\\b`, 'i');
    expect(filesWith(sql, /\.repository$|\/migrations\//)).toEqual([]);
  });

  it('nobody reads the Host that a caller claims', () => {
    const reading =
      /\bheaders(?:\.host\b|\[['"]host['"]\])(?!\s*=[^=])|\.(?:get|header)\(['"]host['"]\)|\breq(?:uest)?\.host(?:name)?\b/i;
    // It only turns callers away by it: a page elsewhere may have made its own name resolve to this machine.
    expect(filesWith(reading, /^users\/guards\/developer-only\.guard$/)).toEqual([]);
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

  it('files are named in kebab-case', () => {
    const odd = sourceFiles.filter(({ path }) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*[/.]?)+$/.test(path));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});
