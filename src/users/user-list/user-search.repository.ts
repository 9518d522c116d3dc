import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tenant } from '../../shared/kernel/index.js';
import { columnsOf, ReadDatabase } from '../../shared/persistence/index.js';
import { User } from '../user/user.entity.js';
import { asUser, type Filter, filtered, type Found, NO_SUB } from '../user/user.repository.js';

/**
 * A row that a search found. `again` means that the caller must drop it: the filter excludes the user, or another row
 * already shows the user.
 */
interface FoundAgain extends Found {
  readonly again: boolean;
}

/**
 * The indexed SQL expressions that a search compares, each with the SQL expression of the prefix that it must begin
 * with.
 */
type Searched = readonly (readonly [term: string, prefix: string])[];

const beginningWith = (columns: readonly string[]): Searched =>
  columns.map((column) => [`lower(${column})`, 'lower($3)'] as const);
const IDS = beginningWith(['user_id']);
const CONTACT = beginningWith(['login_id', 'email_id']);

/**
 * Returns the columns to search. Callers who see masked contact data cannot search it, or they could find it out letter
 * by letter. `others` is the number of SQL parameters before the two for phone numbers.
 */
const searchedFor = ({ namesOnly }: SearchFilter, others: number): Searched =>
  namesOnly
    ? IDS
    : [...IDS, ...CONTACT, ['mobile_number', `$${others + 1}`], ['reverse(mobile_number)', `$${others + 2}`]];

/**
 * The words of the search text, longest first. Only the first word is looked up in the index. The other words filter
 * the rows that the look-up returns.
 */
const SOUGHT = `sought AS MATERIALIZED (
  SELECT coalesce(array_agg(word ORDER BY length(word) DESC, word), '{}') AS words
  FROM unnest(users.spelled_words($3, true)) AS word)`;
const FIRST_WORD = '(SELECT words[1] FROM sought)';
const LAST_CHARACTER = String.raw`U&'\+10FFFF'`;

const MOST_READ_ONE_BY_ONE = 200;
const beginsWith = (word: string): string =>
  `enterprise_id = $1 AND test = $2 AND word >= ${word} COLLATE "C" AND word < ${word} || ${LAST_CHARACTER}`;

/**
 * Whether only few names begin with the first search word. If so, the other words are compared with each of these
 * names.
 */
const FEW = `few AS MATERIALIZED (
  SELECT count(*) <= ${MOST_READ_ONE_BY_ONE} AS are_few FROM (
    SELECT FROM users.name_word WHERE ${beginsWith(FIRST_WORD)} LIMIT ${MOST_READ_ONE_BY_ONE} + 1) AS beginning)`;

/**
 * Selects users for whom every search word except the first begins a word of their name. PostgreSQL computes this only
 * if many names begin with the first word.
 */
const WITH_THE_OTHERS = `with_the_others AS MATERIALIZED (
  SELECT sub FROM sought, unnest(words[2:]) AS other JOIN users.name_word ON ${beginsWith('other')}
  GROUP BY sub, words HAVING count(DISTINCT other) = cardinality(words) - 1)`;

const WORDS_OF_SEARCH = [SOUGHT, FEW, WITH_THE_OTHERS].join(', ');

/**
 * Returns the SQL condition that each search word after the first begins a word of the user's name. The surrounding
 * statement must select from `"user"`. If many names begin with the first word, the condition looks users up in
 * `with_the_others` instead of comparing each name.
 */
const hasTheOthers = (sub: string): string => `(
  (SELECT cardinality(words) = 1 FROM sought) OR CASE WHEN (SELECT are_few FROM few)
    THEN NOT EXISTS (
      SELECT FROM sought, unnest(words[2:]) AS other
      WHERE NOT EXISTS (
        SELECT FROM unnest(users.name_words("user".first_name, "user".last_name)) AS own WHERE starts_with(own, other)))
    ELSE ${sub} IN (SELECT sub FROM with_the_others) END)`;

/**
 * Selects, of all terms by which a search finds a user, the first in sort order, so that the user is shown only once.
 */
const matching = (searched: Searched): string => `
  SELECT min(term COLLATE "C") FROM (
    SELECT term FROM (VALUES ${searched.map(([term, prefix]) => `(${term}, ${prefix})`).join(', ')})
      AS compared (term, prefix) WHERE starts_with(term, prefix)
    UNION ALL
    SELECT word FROM unnest(users.name_words(first_name, last_name)) AS word
      WHERE starts_with(word, ${FIRST_WORD}) AND ${hasTheOthers('"user".sub')}) AS matched`;

export interface SearchFilter extends Filter {
  /** If true, login ids, e-mail addresses and phone numbers are not searched. */
  readonly namesOnly?: boolean | undefined;
}
/**
 * The search texts that can be looked up inside ids and names: at least three characters, because the index contains
 * trigrams.
 */
const INSIDE = /^[\p{L}\p{M}\w.@+|'’-]{3,}$/u;
const INSIDE_A_WORD = '(SELECT words[1] FROM sought WHERE cardinality(words) = 1 AND length(words[1]) >= 3)';

/** Finds users by parts of their ids, names and contact data. */
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
   * Returns users ordered by the term that begins with the text. `again` marks users whom a term earlier in the order
   * has found, and whom the caller must drop: filtering in SQL could read very many rows for one page. Each SELECT of
   * the UNION has only one lower bound: with two, the index scan may start at the lower one.
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
        SELECT ${column} COLLATE "C" AS term, sub FROM users."user"
        WHERE enterprise_id = $1 AND test = $2 AND erased_at IS NULL AND ${between(column, prefix)}
          AND ${filtered(filter)}
        ORDER BY enterprise_id, test, ${column} COLLATE "C", sub LIMIT $4)`,
    );
    const byName = `(
        SELECT word AS term, sub
        FROM (SELECT word, sub FROM users.name_word
              WHERE enterprise_id = $1 AND test = $2 AND ${between('word', FIRST_WORD)}) AS n
        JOIN users."user" USING (sub)
        WHERE erased_at IS NULL AND ${filtered(filter)} AND ${hasTheOthers('sub')}
        ORDER BY word, sub LIMIT $4)`;
    const [term = '', sub = NO_SUB] = after;
    const rows = await this.db.rows<{ term: string; sub: string; again: boolean }>(
      `WITH ${WORDS_OF_SEARCH}
       SELECT ${this.#columns}, term, term > (${matching(searched)}) AS again
       FROM (SELECT DISTINCT ON (term COLLATE "C", sub) term, sub FROM (${[...branches, byName].join(' UNION ALL ')}) AS any_term
             ORDER BY term COLLATE "C", sub LIMIT $4) AS found
       JOIN users."user" USING (sub) ORDER BY term COLLATE "C", sub`,
      [...paramsOf(tenant, q, filter, limit), term, sub, ...numbersFor(q, filter)],
    );
    return rows.map(({ term: matched, again, ...row }) => ({ user: asUser(row), position: [matched, row.sub], again }));
  }

  /**
   * Returns users ordered by the id or word that contains the text. `again` marks users whom the caller must drop,
   * because the filter excludes them or because another term has found them already. The SQL statement cannot drop
   * them, because it limits the number of rows before it reads the users.
   */
  async inside(
    tenant: Tenant,
    q: string,
    filter: SearchFilter,
    limit: number,
    after: readonly string[] = [],
  ): Promise<FoundAgain[]> {
    if (!INSIDE.test(q)) return [];
    const [term = '', sub = NO_SUB] = after;
    const ids = filter.namesOnly ? ['user_id'] : ['user_id', 'login_id'];
    const rows = await this.db.rows<{ term: string; sub: string; again: boolean }>(
      `WITH ${WORDS_OF_SEARCH}
       SELECT ${this.#columns}, term, (${matching(searchedFor(filter, 8))}) IS NOT NULL OR NOT (${filtered(filter)})
         OR term IS DISTINCT FROM (SELECT min(other COLLATE "C") FROM (
           SELECT other FROM (VALUES ${ids.map((id) => `(${id})`).join(', ')}) AS ids (other) WHERE ${isInside('other', '$3')}
           UNION ALL
           SELECT other FROM unnest(users.name_words(first_name, last_name)) AS other
             WHERE ${isInside('other', INSIDE_A_WORD)}) AS others) AS again
       FROM (
         SELECT term, sub FROM (${containing('users.login_name', 'name', '$3')}
           UNION ${containing('users.name_word', 'word', INSIDE_A_WORD)}) AS any_term
         ORDER BY term COLLATE "C", sub LIMIT $4
       ) AS found
       JOIN users."user" USING (sub) ORDER BY term COLLATE "C", sub`,
      [...paramsOf(tenant, q, filter, limit), term, sub, ...numbersFor(q, filter)],
    );
    return rows.map(({ term: inside, again, ...row }) => ({
      ...{ user: asUser(row), again },
      position: [inside, row.sub, 'inside'],
    }));
  }
}

/**
 * Returns the SQL condition that selects the part of an index whose terms begin with the prefix, after the last row of
 * the previous page.
 */
const between = (column: string, prefix: string): string => `
  (${column} COLLATE "C", sub) > (greatest(${prefix} COLLATE "C", $7),
    CASE WHEN $7 >= ${prefix} COLLATE "C" THEN $8::uuid ELSE '${NO_SUB}' END)
  AND ${column} COLLATE "C" < ${prefix} || ${LAST_CHARACTER}`;

const isInside = (column: string, part: string): string =>
  `strpos(lower(substring(${column} FROM 2)), lower(${part})) > 0`;

/**
 * Selects the rows that contain `part`, and reads all of them before sorting. Otherwise PostgreSQL may walk the whole
 * table in page order and filter row by row: with a million users, a search that finds nothing would take seconds. A
 * `part` of null selects nothing. Without this condition, it would match every row, because its list of trigrams is
 * empty.
 */
const containing = (table: string, column: string, part: string): string => `(
  WITH inside AS MATERIALIZED (
    SELECT ${column} AS term, sub FROM ${table}
    WHERE ${part} IS NOT NULL AND enterprise_id = $1 AND test = $2 AND (${column}, sub) > ($7, $8::uuid)
      AND ${isInside(column, part)}
      AND users.name_parts(enterprise_id, test, substring(${column} FROM 2)) @> users.name_parts($1, $2, ${part}))
  SELECT term, sub FROM inside ORDER BY term, sub LIMIT $4)`;

const paramsOf = ({ enterpriseId, test }: Tenant, q: string, { status, group }: SearchFilter, limit: number) => [
  enterpriseId,
  test,
  q,
  limit,
  status ?? null,
  group ?? null,
];

const numbersFor = (q: string, { namesOnly }: SearchFilter) => (namesOnly ? [] : numbersIn(q));

/** Minimum number of digits for a search by phone number. */
const DIGITS = 3;

/**
 * Returns the digits of a phone number as people write it, as a prefix of the stored number and as a reversed suffix of
 * it. The leading zero of a national number is dropped, because stored numbers do not have it.
 */
function numbersIn(q: string): [beginning: string | null, end: string | null] {
  const digits = q.replace(/\D/g, '');
  if (!/^\+?[\d ()/.-]+$/.test(q) || digits.length < DIGITS) return [null, null];
  const international = /^(?:\+|00)/.test(q);
  if (international) return [`+${digits.replace(/^00/, '')}`, null];
  return [`+${digits}`, backwards(digits.replace(/^0/, ''))];
}

const backwards = (digits: string): string => Array.from(digits).reverse().join('');
