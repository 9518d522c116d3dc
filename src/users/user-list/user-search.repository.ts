import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tenant } from '../../shared/kernel/index.js';
import { columnsOf, ReadDatabase } from '../../shared/persistence/index.js';
import { User } from '../user/user.entity.js';
import { asUser, type Filter, filtered, type Found, NO_SUB } from '../user/user.repository.js';

/** `again`: to be left out of the page. */
interface FoundAgain extends Found {
  readonly again: boolean;
}

/** Terms that a search compares, with the parameter that it must begin with. Each has an index. */
type Searched = readonly (readonly [term: string, prefix: string])[];

const beginningWith = (columns: readonly string[]): Searched =>
  columns.map((column) => [`lower(${column})`, 'lower($3)'] as const);
const NAMES = beginningWith(['user_id', 'last_name', 'first_name']);
const CONTACT = beginningWith(['login_id', 'email_id']);

/**
 * Contact data that is masked could be spelled out by searching for ever longer beginnings of it. The numbers are the
 * parameters after so many others.
 */
const searchedFor = ({ namesOnly }: SearchFilter, others: number): Searched =>
  namesOnly
    ? NAMES
    : [...NAMES, ...CONTACT, ['mobile_number', `$${others + 1}`], ['reverse(mobile_number)', `$${others + 2}`]];

const matching = (searched: Searched): string => `
  SELECT min(term COLLATE "C") FROM (VALUES ${searched.map(([term, prefix]) => `(${term}, ${prefix})`).join(', ')})
    AS compared (term, prefix) WHERE starts_with(term, prefix)`;

export interface SearchFilter extends Filter {
  /** Not by login id, e-mail address or phone number. */
  readonly namesOnly?: boolean | undefined;
}
/** A part of a user id or login id, at least as long as the parts in the index. */
const INSIDE = /^[\w.@+|-]{3,}$/;

/** Finds users by what people remember of them. */
@Injectable()
export class UserSearch {
  readonly #columns: string;

  constructor(
    private readonly db: ReadDatabase,
    dataSource: DataSource,
  ) {
    this.#columns = columnsOf(dataSource, User);
  }

  /**
   * Ordered by the matching term. `again` marks a user who was already found by a smaller term. The caller removes
   * them: filtering here could make one page read everyone whose e-mail begins with their id. Each branch has only one
   * lower bound: given two, the index scan may begin at the lesser.
   */
  async byBeginning(
    tenant: Tenant,
    q: string,
    filter: SearchFilter,
    limit: number,
    after: readonly string[] = [],
  ): Promise<FoundAgain[]> {
    const searched = searchedFor(filter, 8);
    const branches = searched.map(
      ([column, prefix]) => `(
        SELECT ${this.#columns}, ${column} COLLATE "C" AS term, ${column} COLLATE "C" > (${matching(searched)}) AS again
        FROM users."user"
        WHERE enterprise_id = $1 AND test = $2 AND erased_at IS NULL
          AND (${column} COLLATE "C", sub) > (greatest(${prefix} COLLATE "C", $7),
            CASE WHEN $7 >= ${prefix} COLLATE "C" THEN $8::uuid ELSE '${NO_SUB}' END)
          AND ${column} COLLATE "C" < ${prefix} || U&'\\+10FFFF'
          AND ${filtered(filter)}
        ORDER BY enterprise_id, test, ${column} COLLATE "C", sub LIMIT $4)`,
    );
    const [term = '', sub = NO_SUB] = after;
    const rows = await this.db.rows<{ term: string; sub: string; again: boolean }>(
      `SELECT DISTINCT ON (term COLLATE "C", sub) * FROM (${branches.join(' UNION ALL ')}) AS found
       ORDER BY term COLLATE "C", sub LIMIT $4`,
      [...paramsOf(tenant, q, filter, limit), term, sub, ...numbersFor(q, filter)],
    );
    return rows.map(({ term: matched, again, ...row }) => ({ user: asUser(row), position: [matched, row.sub], again }));
  }

  /**
   * Ordered by the user id or login id that the term stands in. `again` marks those whom the filter leaves out, or whom
   * `byBeginning` finds: names are cut to a page before their users are read.
   */
  async inside(tenant: Tenant, q: string, filter: SearchFilter, limit: number, after = ''): Promise<FoundAgain[]> {
    if (!INSIDE.test(q)) return [];
    const rows = await this.db.rows<{ term: string; again: boolean }>(
      `SELECT ${this.#columns}, n.name AS term, (${matching(searchedFor(filter, 7))}) IS NOT NULL OR NOT (${filtered(filter)})
         ${filter.namesOnly ? 'OR n.name <> user_id' : ''}
         OR (n.name <> user_id AND strpos(lower(substring(user_id FROM 2)), lower($3)) > 0) AS again
       FROM (
         SELECT name, sub FROM users.login_name
         WHERE enterprise_id = $1 AND test = $2 AND name > $7
           AND users.name_parts(enterprise_id, test, substring(name FROM 2)) @> users.name_parts($1, $2, $3)
           AND strpos(lower(substring(name FROM 2)), lower($3)) > 0
         ORDER BY name LIMIT $4
       ) AS n
       JOIN users."user" USING (sub) ORDER BY n.name`,
      [...paramsOf(tenant, q, filter, limit), after, ...numbersFor(q, filter)],
    );
    return rows.map(({ term, again, ...row }) => ({ user: asUser(row), position: [term], again }));
  }
}

const paramsOf = ({ enterpriseId, test }: Tenant, q: string, { status, group }: SearchFilter, limit: number) => [
  enterpriseId,
  test,
  q,
  limit,
  status ?? null,
  group ?? null,
];

const numbersFor = (q: string, { namesOnly }: SearchFilter) => (namesOnly ? [] : numbersIn(q));

/** The fewest digits that a phone number is looked up by. */
const DIGITS = 3;

/**
 * A phone number as people write it: what the stored one begins with, and what it ends with, read backwards. A number
 * without its country code has a zero before it in most countries.
 */
function numbersIn(q: string): [beginning: string | null, end: string | null] {
  const digits = q.replace(/\D/g, '');
  if (!/^\+?[\d ()/.-]+$/.test(q) || digits.length < DIGITS) return [null, null];
  const international = /^(?:\+|00)/.test(q);
  if (international) return [`+${digits.replace(/^00/, '')}`, null];
  return [`+${digits}`, backwards(digits.replace(/^0/, ''))];
}

const backwards = (digits: string): string => Array.from(digits).reverse().join('');
