import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { type Aggregate, type DomainError, type DomainEvent, errorCode } from '../kernel/index.js';
import { runPrepared, type Sql, type SqlParams } from './sql.js';
import { statementsOf, type EntityStatements, type Statement } from './entity-statements.js';
import { currentLevel, inFrame } from './current-tx.js';
import { PendingWrites } from './pending-writes.js';
import type { RowSeals } from './row-seals.js';

const UNIQUE_VIOLATION = '23505';
const BEGIN = 'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan';
const TWO_AT_ONCE = 'Two use cases run at once within one transaction: await the first before the second begins';
/** PostgreSQL's error code for each statement that follows a failed one in the same transaction. */
const IN_FAILED_TRANSACTION = '25P02';

type Failure = { readonly error: unknown };

/**
 * One transaction. State, events, jobs, signals and audit entries are written together or not at all.
 *
 * Statements are pipelined: those whose results nobody needs (BEGIN, updates, COMMIT) are sent without waiting for the
 * previous one. When one of them fails, PostgreSQL refuses the rest and rolls back, and `commit` raises that failure.
 */
export class Tx implements Sql {
  readonly pending = new PendingWrites();
  readonly #asRead = new WeakMap<object, ObjectLiteral>();
  /** The statements that were sent but not yet awaited, in order. */
  readonly #sent: Promise<Failure | undefined>[] = [];
  #hasFailed = false;
  #savepoints = 0;
  #level = 0; // nesting level of the use case that runs now
  #open = true;
  #flushed = false;

  constructor(
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly seals: RowSeals,
  ) {}

  get isOpen(): boolean {
    return this.#open;
  }

  /**
   * Starts the transaction, with generic plans: its statements find rows by key, so one plan fits all values, and
   * PostgreSQL need not plan each call. With `durable: false` the commit does not wait for the disk, and a crash of the
   * database may undo it.
   */
  begin(durable = true): void {
    this.#send(this.client.query(durable ? BEGIN : `${BEGIN}; SET LOCAL synchronous_commit = off`));
  }

  /** Runs work in this transaction. Everything that it calls finds the transaction with `currentTx`. */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return inFrame({ tx: this, level: 0 }, () => work(this));
  }

  /**
   * Runs a use case within another one, in the same transaction. If it fails, a savepoint undoes all of it. Two nested
   * use cases never run at once, because the failure of one would undo the other.
   */
  async nested<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const outer = currentLevel();
    if (outer !== this.#level) throw new Error(TWO_AT_ONCE);
    const level = (this.#level = ++this.#savepoints);
    try {
      return await this.#withSavepoint(`nested_${level}`, () => inFrame({ tx: this, level }, () => work(this)));
    } finally {
      this.#level = outer;
    }
  }

  async #withSavepoint<T>(savepoint: string, work: () => Promise<T>): Promise<T> {
    const before = this.pending.mark();
    this.#send(this.client.query(`SAVEPOINT ${savepoint}`));
    try {
      const value = await work();
      this.#send(this.client.query(`RELEASE ${savepoint}`));
      await this.#settled();
      return value;
    } catch (error) {
      await Promise.all(this.#sent.splice(0));
      const isBack = await this.client.query(`ROLLBACK TO ${savepoint}`).catch(() => undefined);
      if (isBack) this.pending.returnTo(before); // else a statement before the savepoint failed, and all fails
      this.#hasFailed &&= !isBack;
      throw error;
    }
  }

  /** Writes everything pending and waits for all statements that were sent, so that only the commit is left. */
  async flush(): Promise<void> {
    this.#flush();
    await allSent();
    await this.#settled();
  }

  async commit(): Promise<void> {
    this.#open = false;
    this.#flush();
    await allSent();
    if (this.#hasFailed) await this.#settled();
    const commit = this.client.query('COMMIT');
    this.#send(commit);
    await this.#settled();
    // If a statement has failed, PostgreSQL answers COMMIT with ROLLBACK, but without an error.
    if ((await commit).command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement had failed');
  }

  async rollback(): Promise<void> {
    this.#open = false;
    await this.client.query('ROLLBACK');
  }

  rows<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R[]> {
    return this.explained(runPrepared<R>(this.client, text, params));
  }

  /** Awaits a statement. If it was refused because an earlier one failed unnoticed, throws that earlier failure. */
  async explained<T>(statement: Promise<T>): Promise<T> {
    try {
      return await statement;
    } catch (error) {
      if (errorCode(error) === IN_FAILED_TRANSACTION) await this.#settled();
      throw error;
    }
  }

  /** Sends a statement whose result nobody needs. When it fails, the transaction fails. */
  send(text: string, params?: SqlParams): void {
    this.#send(runPrepared(this.client, text, params));
  }

  /** Reads a row and locks it, so that other writers wait. */
  async lock<E extends ObjectLiteral>(entity: EntityTarget<E>, where: FindOptionsWhere<E>): Promise<E | null> {
    const statements = this.#statements(entity);
    const statement = statements.lock(where);
    const [raw] = statement ? await this.rows(statement.text, statement.params) : [];
    const found = statement
      ? raw && (statements.hydrate(raw) as E)
      : await this.manager.findOne(entity, { where, lock: { mode: 'pessimistic_write' } });
    if (found) this.#asRead.set(found, statements.columnValues(found));
    return found ?? null;
  }

  /** Inserts a row. Throws `duplicate` if it already exists, even if two requests insert it at once. */
  async add(row: ObjectLiteral, duplicate?: () => DomainError): Promise<void> {
    const statements = this.#statements(row.constructor);
    this.seals.seal(statements.metadata, row);
    await this.#write(statements.insert(row), duplicate);
    this.#keepEvents(row);
  }

  /**
   * Writes the changes of a row that was read with `lock`, in one statement. With `duplicate`, waits for the result,
   * and throws that error if a unique value is taken. Otherwise a failure is reported by the commit.
   */
  async save(row: ObjectLiteral, duplicate?: () => DomainError): Promise<void> {
    const statements = this.#statements(row.constructor);
    const before = this.#asRead.get(row);
    if (!before) throw new Error(`${row.constructor.name} was not locked in this transaction`);
    this.seals.sealAgain(statements.metadata, row, before);
    const now = statements.columnValues(row);
    const changes = Object.fromEntries(Object.entries(now).filter(([key, value]) => !sameValue(value, before[key])));
    this.#asRead.set(row, now);
    this.#keepEvents(row);
    if (Object.keys(changes).length === 0) return;
    const statement = statements.update(row, changes);
    if (duplicate) await this.#write(statement, duplicate);
    else this.send(statement.text, statement.params);
  }

  /** Deletes the rows whose columns have these values. */
  removeAll<E extends ObjectLiteral>(entity: EntityTarget<E>, where: FindOptionsWhere<E>): void {
    const { text, params } = this.#statements(entity).removeAll(where);
    this.send(text, params);
  }

  remove(row: ObjectLiteral): void {
    const { text, params } = this.#statements(row.constructor).remove(row);
    this.send(text, params);
    this.#keepEvents(row);
  }

  record(...events: DomainEvent[]): void {
    this.pending.events.push(...events);
  }

  /**
   * Returns false if the handler has already processed the event. Must be the first statement of the handler's
   * transaction.
   */
  async firstTime(event: DomainEvent, handler: string): Promise<boolean> {
    const inserted = await this.rows(
      'INSERT INTO shared.inbox (event_id, handler) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [event.id, handler],
    );
    return inserted.length > 0;
  }

  #statements<E extends ObjectLiteral>(entity: EntityTarget<E>): EntityStatements {
    return statementsOf(this.manager.dataSource.getMetadata(entity));
  }

  async #write({ text, params }: Statement, duplicate?: () => DomainError): Promise<void> {
    try {
      await this.rows(text, params);
    } catch (error) {
      throw duplicate && isDuplicate(error) ? duplicate() : error;
    }
  }

  #flush(): void {
    if (this.#flushed) return;
    this.#flushed = true;
    this.#send(this.pending.flush(this));
  }

  #send(statement: Promise<unknown>): void {
    const outcome = statement.then(
      () => undefined,
      (error: unknown) => {
        this.#hasFailed = true;
        return { error };
      },
    );
    this.#sent.push(outcome);
  }

  /** Waits for all sent statements, and throws the first failure. Later failures are only consequences of it. */
  async #settled(): Promise<void> {
    const failure = (await Promise.all(this.#sent.splice(0))).find((outcome) => outcome !== undefined);
    if (failure) throw failure.error;
  }

  #keepEvents(row: ObjectLiteral): void {
    if ('takeEvents' in row) this.record(...(row as Aggregate).takeEvents());
  }
}

/**
 * Waits until the driver has checked the values of all statements. If the driver refuses a statement, PostgreSQL never
 * sees it, and would commit the other statements without it.
 */
const allSent = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

export const isDuplicate = (error: unknown): boolean => errorCode(error) === UNIQUE_VIOLATION;

/** Whether two column values are equal. They are JSON, dates, bytes or scalars, so comparing them as JSON suffices. */
const sameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
