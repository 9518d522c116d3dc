import { DataSource, type EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { databaseOptions } from '../../../ormconfig.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

/** The release before uses it beside this one; a later migration drops it. */
const OF_RELEASE_BEFORE = ['idv.engine_turn'];

/** `shared` holds tables of the platform as well, which have none: their stores alone know them. */
const OWNED = `
  n.nspname IN ('auth', 'idv', 'notifications', 'operators', 'users')
  OR n.nspname = 'shared' AND c.relname ~ '^(?:audit_|listed_|managed_|webhook_|security_|signal_|figure)'`;

/** Columns as PostgreSQL writes them; TypeORM knows no xid8, which is read as text. Partitions are no tables of their own. */
const COLUMNS = `
  SELECT n.nspname || '.' || c.relname AS "table", a.attname AS name,
         replace(format_type(a.atttypid, a.atttypmod), 'xid8', 'text') || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS type,
         coalesce(a.attnum = ANY (k.conkey), false) AS key
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND (${OWNED})`;

interface TableColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly key: boolean;
}

/** One line for each column of a table. */
type Tables = ReadonlyMap<string, readonly string[]>;

let database: TestDatabase;
let db: DataSource;
let stored: Tables;
let declared: Tables;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await new DataSource(databaseOptions(database.address)).initialize();
  stored = asTables(await db.query<TableColumn[]>(COLUMNS));
  declared = asTables(db.entityMetadatas.flatMap((entity) => entity.columns.map((column) => columnOf(entity, column))));
});
afterAll(async () => {
  await db.destroy();
  await database.release();
});

const columnOf = ({ tablePath }: EntityMetadata, column: ColumnMetadata): TableColumn => ({
  table: tablePath,
  name: column.databaseName,
  type: typeOf(column) + (column.isNullable ? '' : ' NOT NULL'),
  key: column.isPrimary,
});

/** As `format_type` writes it. */
function typeOf(column: ColumnMetadata): string {
  const { driver } = db;
  const [first = '', ...others] = driver.normalizeType(column).split(' ');
  const size = column.precision ?? driver.getColumnLength(column);
  return [first + (size === '' ? '' : `(${size})`), ...others].join(' ') + (column.isArray ? '[]' : '');
}

function asTables(columns: readonly TableColumn[]): Tables {
  const tables = new Map<string, string[]>();
  for (const { table, name, type, key } of columns)
    tables.set(table, [...(tables.get(table) ?? []), `${name} ${type}${key ? ' PRIMARY KEY' : ''}`].sort());
  return tables;
}

describe('Entities', () => {
  it('are there for each table of a context', () => {
    const tables = [...stored.keys()].sort();
    expect(tables).toContain('users.user');
    expect(tables.filter((table) => !declared.has(table))).toEqual(OF_RELEASE_BEFORE);
  });

  it('can be read', async () => {
    const read = db.entityMetadatas.map(({ target }) => db.getRepository(target).find({ take: 1 }));
    expect((await Promise.all(read)).flat().length).toBeGreaterThan(0);
  });

  it('name all columns of their tables, as they are', () => {
    expect([...declared].sort()).toEqual([...declared.keys()].sort().map((table) => [table, stored.get(table)]));
  });
});
