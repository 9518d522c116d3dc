import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager, EntityMetadata, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Aggregate } from '../kernel/aggregate.js';
import type { DomainError } from '../kernel/errors.js';
import type { DomainEvent } from '../kernel/event.js';
import { runPrepared, sqlState, type Sql, type SqlParams } from './database.js';
import { PendingWrites } from './pending-writes.js';

const UNIQUE_VIOLATION = '23505';

/** One transaction. State, events, jobs, signals and audit entries are written together or not at all. */
export class Tx implements Sql {
  readonly pending = new PendingWrites();
  readonly #asRead = new WeakMap<object, ObjectLiteral>();

  constructor(
    readonly manager: EntityManager,
    private readonly client: PoolClient,
  ) {}

  rows<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R[]> {
    return runPrepared<R>(this.client, text, params);
  }

  /** Reads one row for change: whoever else wants to change it waits. */
  async lock<E extends ObjectLiteral>(entity: EntityTarget<E>, where: FindOptionsWhere<E>): Promise<E | null> {
    const found = await this.manager.findOne(entity, { where, lock: { mode: 'pessimistic_write' } });
    if (found) this.#asRead.set(found, columnValues(this.manager.dataSource.getMetadata(entity), found));
    return found;
  }

  /** Inserts. A row that is already there raises `duplicate`, also when two requests race. */
  async add(row: ObjectLiteral, duplicate?: DomainError): Promise<void> {
    try {
      await this.manager.insert(row.constructor, row);
    } catch (error) {
      throw duplicate && isDuplicate(error) ? duplicate : error;
    }
    this.#keepEvents(row);
  }

  /** Writes what changed of a row that `lock` has read, in one statement. */
  async save(row: ObjectLiteral, duplicate?: DomainError): Promise<void> {
    const metadata = this.manager.dataSource.getMetadata(row.constructor);
    const before = this.#asRead.get(row);
    if (!before) throw new Error(`${metadata.name} was not locked in this transaction`);
    const now = columnValues(metadata, row);
    const changes = Object.fromEntries(Object.entries(now).filter(([key, value]) => !sameValue(value, before[key])));
    if (Object.keys(changes).length > 0) await this.#update(metadata, row, changes, duplicate);
    this.#asRead.set(row, now);
    this.#keepEvents(row);
  }

  async remove(row: ObjectLiteral): Promise<void> {
    await this.manager.delete(
      row.constructor,
      this.manager.dataSource.getMetadata(row.constructor).getEntityIdMap(row) ?? {},
    );
    this.#keepEvents(row);
  }

  record(...events: DomainEvent[]): void {
    this.pending.events.push(...events);
  }

  /** False when this handler has already seen this event. Its first statement, in the transaction of its effect. */
  async firstTime(event: DomainEvent, handler: string): Promise<boolean> {
    const inserted = await this.rows(
      'INSERT INTO shared.inbox (event_id, handler) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [event.id, handler],
    );
    return inserted.length > 0;
  }

  async #update(metadata: EntityMetadata, row: ObjectLiteral, changes: ObjectLiteral, duplicate?: DomainError) {
    try {
      await this.manager.update(metadata.target, metadata.getEntityIdMap(row) ?? {}, changes);
    } catch (error) {
      throw duplicate && isDuplicate(error) ? duplicate : error;
    }
  }

  #keepEvents(row: ObjectLiteral): void {
    if ('takeEvents' in row) this.record(...(row as Aggregate).takeEvents());
  }
}

export const isDuplicate = (error: unknown): boolean => sqlState(error) === UNIQUE_VIOLATION;

const columnValues = (metadata: EntityMetadata, row: ObjectLiteral): ObjectLiteral =>
  Object.fromEntries(
    metadata.columns.map((column) => [column.propertyName, structuredClone(column.getEntityValue(row) as unknown)]),
  );

/** Columns hold JSON, dates, bytes and scalars; their JSON text tells any two apart. */
const sameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
