import type { DataSource, Driver, EntityMetadata, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { SqlParams } from './sql.js';

export interface Statement {
  readonly text: string;
  readonly params: SqlParams;
}

/**
 * Creates SQL statements for single rows of an entity, from TypeORM's metadata. The SQL text is constant, so that a
 * connection prepares each statement only once, which saves time.
 */
export class EntityStatements {
  readonly #driver: Driver;
  readonly #table: string;
  readonly #columns: readonly ColumnMetadata[];
  /** All columns except the large ones, which are marked with `select: false`. */
  readonly #read: readonly ColumnMetadata[];

  constructor(readonly metadata: EntityMetadata) {
    this.#driver = metadata.dataSource.driver;
    this.#table = metadata.tablePath.split('.').map(quoted).join('.');
    this.#columns = metadata.columns;
    this.#read = metadata.columns.filter(({ isSelect }) => isSelect);
  }

  /**
   * Returns the statement that reads and locks a row, or undefined if the condition is anything but columns with fixed
   * values.
   */
  lock(where: FindOptionsWhere<ObjectLiteral>): Statement | undefined {
    const wanted = Object.entries(where);
    if (!wanted.every(([key, value]) => this.#column(key) && isPlain(value))) return undefined;
    const text = `SELECT ${this.#read.map(nameOf).join(', ')} FROM ${this.#table} WHERE ${this.#equal(wanted)} LIMIT 1 FOR UPDATE`;
    return { text, params: this.#values(wanted) };
  }

  insert(row: ObjectLiteral): Statement {
    const given = Object.entries(this.columnValues(row)).filter(([, value]) => value !== undefined);
    const names = given.map(([key]) => nameOf(this.#known(key)));
    const text = `INSERT INTO ${this.#table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`;
    return { text, params: this.#values(given) };
  }

  update(row: ObjectLiteral, changes: ObjectLiteral): Statement {
    const [changed, key] = [Object.entries(changes), this.#keyOf(row)];
    const set = changed.map(([name], at) => `${nameOf(this.#known(name))} = $${at + 1}`).join(', ');
    const text = `UPDATE ${this.#table} SET ${set} WHERE ${this.#equal(key, changed.length)}`;
    return { text, params: this.#values([...changed, ...key]) };
  }

  remove(row: ObjectLiteral): Statement {
    const key = this.#keyOf(row);
    return { text: `DELETE FROM ${this.#table} WHERE ${this.#equal(key)}`, params: this.#values(key) };
  }

  removeAll(where: FindOptionsWhere<ObjectLiteral>): Statement {
    const wanted = Object.entries(where);
    if (wanted.length === 0 || !wanted.every(([, value]) => isPlain(value)))
      throw new Error(`Rows of ${this.metadata.name} are removed by the values of columns`);
    return { text: `DELETE FROM ${this.#table} WHERE ${this.#equal(wanted)}`, params: this.#values(wanted) };
  }

  /** Creates an entity from a row that the driver returned. */
  hydrate(raw: ObjectLiteral): ObjectLiteral {
    const entity = this.metadata.create() as ObjectLiteral;
    for (const column of this.#read) {
      const value = this.#driver.prepareHydratedValue(raw[column.databaseName], column) as unknown;
      column.setEntityValue(entity, value);
    }
    return entity;
  }

  columnValues(row: ObjectLiteral): ObjectLiteral {
    return Object.fromEntries(
      this.#columns.map((column) => [column.propertyName, structuredClone(column.getEntityValue(row) as unknown)]),
    );
  }

  #keyOf(row: ObjectLiteral): [string, unknown][] {
    return this.metadata.primaryColumns.map((column) => [column.propertyName, column.getEntityValue(row)]);
  }

  #equal(wanted: readonly [string, unknown][], before = 0): string {
    return wanted.map(([key], at) => `${nameOf(this.#known(key))} = $${before + at + 1}`).join(' AND ');
  }

  #values(wanted: readonly [string, unknown][]): unknown[] {
    return wanted.map(([key, value]): unknown => this.#driver.preparePersistentValue(value, this.#known(key)));
  }

  #column(key: string): ColumnMetadata | undefined {
    return this.#columns.find(({ propertyName }) => propertyName === key);
  }

  #known(key: string): ColumnMetadata {
    const column = this.#column(key);
    if (!column) throw new Error(`${this.metadata.name} has no column ${key}`);
    return column;
  }
}

/**
 * The columns of an entity as an SQL list. Each column is aliased to its property name, so that a result row can be
 * assigned to an entity.
 */
export const columnsOf = (db: DataSource, entity: EntityTarget<ObjectLiteral>): string =>
  db
    .getMetadata(entity)
    .columns.filter(({ isSelect }) => isSelect)
    .map(({ databaseName, propertyName }) => `${quoted(databaseName)} AS ${quoted(propertyName)}`)
    .join(', ');

const known = new WeakMap<EntityMetadata, EntityStatements>();

export function statementsOf(metadata: EntityMetadata): EntityStatements {
  const statements = known.get(metadata) ?? new EntityStatements(metadata);
  known.set(metadata, statements);
  return statements;
}

const quoted = (name: string): string => `"${name}"`;
const nameOf = (column: ColumnMetadata): string => quoted(column.databaseName);
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
