import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { AllTenants, Tenant } from '../../shared/kernel/index.js';
import { columnsOf, Database, ReadDatabase, type Tx } from '../../shared/persistence/index.js';
import { Webhooks } from '../../webhooks/contract/index.js';
import type { UserStatus } from './user-status.js';
import { UserErrors } from '../contract/users.errors.js';
import { UserStatusChanged } from '../contract/users.events.js';
import { User } from './user.entity.js';
import type { UserCard } from '../contract/ports.js';
import { statusChangeOf } from './user.webhooks.js';
import { LoginName } from './name.entity.js';
import { claimNames, type ErasedMarks, takenNames } from './login-name.repository.js';

export interface Filter {
  readonly status?: UserStatus | undefined;
  readonly group?: string | undefined;
}

/** The filter of a user list that is ordered by enrolment time, newest first. */
export interface NewestFilter extends Filter {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly idvStatus?: string | undefined;
}

/** A user, and the position of the user in the list. */
export interface Found {
  readonly user: User;
  readonly position: readonly string[];
}

export const NO_SUB = '00000000-0000-0000-0000-000000000000';

/**
 * The only access to user rows. Every call names a tenant; only jobs and commands may access all tenants, and must give
 * a reason.
 */
@Injectable()
export class UserRepository {
  readonly #columns: string;

  constructor(
    private readonly db: Database,
    private readonly reads: ReadDatabase,
    private readonly webhooks: Webhooks,
    dataSource: DataSource,
  ) {
    this.#columns = columnsOf(dataSource, User);
  }

  async get(tenant: Tenant, userId: string): Promise<User> {
    return (await this.find(tenant, userId)) ?? notFound(userId);
  }

  async find(tenant: Tenant, userId: string): Promise<User | undefined> {
    // Hot path, measured by: npm run bench -- http.
    const text = `SELECT ${this.#columns} FROM users."user" WHERE enterprise_id = $1 AND test = $2 AND user_id = $3`;
    const row = await this.db.oneByKey(text, [tenant.enterpriseId, tenant.test, userId]);
    return row && asUser(row);
  }

  /** Finds a user by user id or login id. Reads only a few columns, and takes equally long if there is no such user. */
  async findByLogin({ enterpriseId, test }: Tenant, name: string): Promise<UserCard | undefined> {
    const row = await this.db.oneByKey<CardRow>(CARD_BY_LOGIN, [enterpriseId, test, name]);
    if (!row) return undefined;
    const { sub, userId, ...card } = row;
    return sub === null ? undefined : { ref: { sub, userId, enterpriseId, test }, ...card };
  }

  /** Finds a user by `sub`, which is unique across tenants. Callers get it from a token or an event. */
  async findBySub(_scope: AllTenants, sub: string): Promise<User | undefined> {
    // Hot path, measured by: npm run bench -- code-flow.
    const row = await this.db.oneByKey(`SELECT ${this.#columns} FROM users."user" WHERE sub = $1`, [sub]);
    return row && asUser(row);
  }

  /** Returns the user id for each `sub`. Erased users are left out. */
  async userIds(tenant: Tenant, subs: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.rows<{ sub: string; userId: string }>(
      `SELECT sub, user_id AS "userId" FROM users."user"
       WHERE enterprise_id = $1 AND test = $2 AND sub = ANY ($3) AND erased_at IS NULL`,
      [tenant.enterpriseId, tenant.test, subs],
    );
    return new Map(rows.map(({ sub, userId }) => [sub, userId]));
  }

  /** Returns the statuses of many users, by user id. */
  async statuses(tenant: Tenant, userIds: readonly string[]): Promise<Map<string, UserStatus>> {
    const rows = await this.db.rows<{ userId: string; status: UserStatus }>(
      `SELECT user_id AS "userId", status FROM users."user"
       WHERE enterprise_id = $1 AND test = $2 AND user_id = ANY ($3)`,
      [tenant.enterpriseId, tenant.test, userIds],
    );
    return new Map(rows.map(({ userId, status }) => [userId, status]));
  }

  lock(tx: Tx, tenant: Tenant, userId: string): Promise<User | null> {
    return tx.lock(User, { enterpriseId: tenant.enterpriseId, test: tenant.test, userId });
  }

  lockBySub(tx: Tx, _scope: AllTenants, sub: string): Promise<User | null> {
    return tx.lock(User, { sub });
  }

  /** Writes the changes to a locked user. If the status has changed, emits a webhook. */
  async save(tx: Tx, user: User): Promise<void> {
    const events = user.takeEvents();
    tx.record(...events);
    await tx.save(user);
    for (const event of events) {
      if (event instanceof UserStatusChanged) await this.webhooks.emit(tx, user.tenant, statusChangeOf(event));
    }
  }

  /** Returns users ordered by user id. DELETED users are included only if the filter has this status. */
  async list(tenant: Tenant, { status, group }: Filter, limit: number, after = ''): Promise<Found[]> {
    const rows = await this.reads.rows(
      `SELECT ${this.#columns} FROM users."user"
       WHERE enterprise_id = $1 AND test = $2 AND user_id > $3 AND erased_at IS NULL AND ${filtered({ status, group })}
       ORDER BY user_id LIMIT $4`,
      [tenant.enterpriseId, tenant.test, after, limit, status ?? null, group ?? null],
    );
    return rows.map(asUser).map((user) => ({ user, position: [user.userId] }));
  }

  /** Returns the users with these ids who match the filter. */
  async named(
    tenant: Tenant,
    userIds: readonly string[],
    { status, group }: Filter,
    limit: number,
    after = '',
  ): Promise<Found[]> {
    const rows = await this.reads.rows(
      `SELECT ${this.#columns} FROM users."user"
       WHERE enterprise_id = $1 AND test = $2 AND user_id = ANY ($7) AND user_id > $3 AND erased_at IS NULL
         AND ${filtered({ status, group })}
       ORDER BY user_id LIMIT $4`,
      [tenant.enterpriseId, tenant.test, after, limit, status ?? null, group ?? null, userIds],
    );
    return rows.map(asUser).map((user) => ({ user, position: [user.userId] }));
  }

  /** Returns the users who match the filter, newest first. */
  async newest(tenant: Tenant, filter: NewestFilter, limit: number, after: readonly string[] = []): Promise<Found[]> {
    const { from, to, idvStatus, status, group } = filter;
    const [at = 'infinity', userId = ''] = after;
    // One combined upper bound: with two, the index scan may start at the greater one and read all rows between them.
    const rows = await this.reads.rows(
      `SELECT ${this.#columns} FROM users."user"
       WHERE enterprise_id = $1 AND test = $2 AND erased_at IS NULL
         AND (created_at, user_id) < (least($3::timestamptz, $9::timestamptz), CASE WHEN $9 <= $3 THEN '' ELSE $7 END)
         AND created_at >= coalesce($8::timestamptz, '-infinity')
         AND ${idvStatus === undefined ? '$10::text IS NULL' : 'idv_status = $10'} AND ${filtered({ status, group })}
       ORDER BY created_at DESC, user_id DESC LIMIT $4`,
      [
        ...[tenant.enterpriseId, tenant.test, at, limit, status ?? null, group ?? null, userId],
        ...[from ?? null, to ?? null, idvStatus ?? null],
      ],
    );
    return rows.map(asUser).map((user) => ({ user, position: [user.createdAt.toISOString(), user.userId] }));
  }

  /**
   * Inserts new users and their names with at most four statements, however many users there are. Returns the users who
   * were not inserted because a name was already taken, even if only by a concurrent request.
   */
  async add(tx: Tx, tenant: Tenant, users: readonly User[], marks: ErasedMarks): Promise<Set<User>> {
    const wanted = users.flatMap((user) => namesOf(user).map((name) => ({ name, sub: user.sub, marks: marks(name) })));
    const taken = await claimNames(tx, tenant, wanted);
    const refused = new Set(users.filter(({ sub }) => taken.has(sub)));
    const added = users.filter((user) => !refused.has(user));
    if (refused.size > 0) await tx.manager.delete(LoginName, { sub: In([...refused].map(({ sub }) => sub)) });
    if (added.length > 0) this.#insert(tx, added);
    tx.record(...added.flatMap((user) => user.takeEvents()));
    return refused;
  }

  /**
   * Returns those of the given names that no new user can have, because they belong to a user or belonged to an erased
   * one.
   */
  takenNames(tenant: Tenant, names: readonly string[], marks: ErasedMarks): Promise<ReadonlySet<string>> {
    const wanted = names.map((name) => ({ name, marks: marks(name) }));
    return takenNames(this.db, tenant, wanted);
  }

  /** Changes a user's login name. Returns false if the new name is taken. */
  async rename(tx: Tx, user: User, from: string | null, to: string | null, marks: ErasedMarks): Promise<boolean> {
    const { enterpriseId, test, sub } = user;
    if (from !== null && from !== user.userId) tx.removeAll(LoginName, { enterpriseId, test, name: from });
    if (to === null || to === user.userId) return true;
    return (await claimNames(tx, user.tenant, [{ name: to, sub, marks: marks(to) }])).size === 0;
  }

  forgetNames(tx: Tx, { sub }: User): void {
    tx.removeAll(LoginName, { sub });
  }

  #insert(tx: Tx, users: readonly User[]): void {
    const columns = tx.manager.dataSource.getMetadata(User).columns;
    const rows = users.map((user) =>
      Object.fromEntries(columns.map((c) => [c.databaseName, c.getEntityValue(user) as unknown])),
    );
    tx.send(`INSERT INTO users."user" SELECT * FROM jsonb_populate_recordset(NULL::users."user", $1::jsonb)`, [
      JSON.stringify(rows),
    ]);
  }
}

/** Returns the SQL condition of a filter. In the statement, $5 must be the status and $6 the group. */
export const filtered = ({ status, group }: Filter): string => `
  ${status ? 'status = $5' : "status <> 'DELETED' AND $5::text IS NULL"}
  AND ${group ? 'primary_group = $6' : '$6::text IS NULL'}`;

export const namesOf = ({ userId, loginId }: Pick<User, 'userId' | 'loginId'>): string[] =>
  loginId === null || loginId === userId ? [userId] : [userId, loginId];

/** A row of `CARD_BY_LOGIN`. All columns are null if no user has the name. */
type CardRow = Omit<UserCard, 'ref'> & { readonly sub: string | null; readonly userId: string };

/**
 * Selects one row for any name, and reads the user table even if the name is unknown, so that timing does not reveal
 * which names exist.
 */
const CARD_BY_LOGIN = `
  SELECT u.sub, user_id AS "userId", status, blocked_by AS "blockedBy", language, first_name AS "firstName",
         last_name AS "lastName", email_id AS "emailId", mobile_number AS "mobileNumber"
  FROM (SELECT coalesce((
    SELECT sub FROM users.login_name WHERE enterprise_id = $1 AND test = $2 AND name = $3), '${NO_SUB}') AS sub) AS named
  LEFT JOIN users."user" u ON u.sub = named.sub AND u.erased_at IS NULL`;

export const asUser = (row: object): User => Object.assign(new User(), row);

function notFound(userId: string): never {
  throw UserErrors.notFound(`There is no user ${userId}`);
}
