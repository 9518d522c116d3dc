import type pg from 'pg';
import { fillTables } from './filled-tables.js';

/** A statement that a route sends, how often, and the plan that PostgreSQL makes for any values. */
export interface PlannedStatement {
  readonly text: string;
  readonly times: number;
  /** Each table with the index by which it is read: the same on every version of PostgreSQL. */
  readonly reads: readonly string[];
  readonly plan: readonly string[];
}

interface Node {
  readonly Plans?: readonly Node[];
  readonly [name: string]: string | readonly string[] | readonly Node[] | undefined;
}

/** What is left is whether an index serves a statement, and which one. */
const SETTINGS = `
  SET LOCAL enable_seqscan = off; SET LOCAL jit = off; SET LOCAL plan_cache_mode = force_generic_plan;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_memoize = off;
  SET LOCAL enable_material = off`;
const VERSION = `SELECT current_setting('server_version_num')::int AS number`;

/** Plans by a connection of its own. */
export class QueryPlans {
  #prepared = 0;

  private constructor(
    private readonly client: pg.Client,
    readonly version: number,
  ) {}

  /** Every table has many rows meanwhile, in a transaction that is rolled back: an empty one says nothing of a plan. */
  static async among(client: pg.Client, rows: number, work: (plans: QueryPlans) => Promise<void>): Promise<void> {
    await client.query('BEGIN');
    try {
      await fillTables(client, rows);
      await client.query(SETTINGS);
      const [server] = (await client.query<{ number: number }>(VERSION)).rows;
      await work(new QueryPlans(client, Math.floor((server?.number ?? 0) / 10_000)));
    } finally {
      await client.query('ROLLBACK');
    }
  }

  /** Sorted by their texts: events are delivered side by side, and so their order is none. */
  async of(texts: readonly string[]): Promise<PlannedStatement[]> {
    const counts = new Map<string, number>();
    for (const text of texts.map(lines)) counts.set(text, (counts.get(text) ?? 0) + 1);
    const planned: PlannedStatement[] = [];
    for (const [text, times] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const root = PLANNED.test(text) ? await this.#planOf(text) : undefined;
      planned.push({ text, times, reads: root ? readsOf(root) : [], plan: root ? linesOf(root) : [] });
    }
    return planned;
  }

  async #planOf(text: string): Promise<Node | undefined> {
    const name = `planned_${this.#prepared++}`;
    await this.client.query(`PREPARE ${name} AS ${text}`);
    const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const values = count > 0 ? `(${Array.from({ length: count }, () => 'NULL').join(', ')})` : '';
    const { rows } = await this.client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `EXPLAIN (FORMAT JSON, VERBOSE, COSTS OFF) EXECUTE ${name}${values}`,
    );
    return rows[0]?.['QUERY PLAN'][0]?.Plan;
  }
}

const PLANNED = /^\(?\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

const lines = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
/** What is read until there is enough of it: a scan right under a limit, of which no row is left out. */
const limited = (root: Node): Node[] =>
  all(root)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap((node) => (node.Plans ?? []).filter((below) => below['Filter'] === undefined));
const said = (node: Node, name: string): string => (typeof node[name] === 'string' ? node[name] : '');
const tableOf = (node: Node): string => `${said(node, 'Schema')}.${said(node, 'Relation Name')}`;

function readsOf(root: Node): string[] {
  const firstOnly = limited(root);
  const reads = all(root).flatMap((node) => {
    if (node['Node Type'] === 'Bitmap Heap Scan')
      return all(node)
        .slice(1)
        .map((below) => readBy(tableOf(node), below));
    if (node['Node Type'] === 'Seq Scan') return [`${tableOf(node)} whole`];
    if (node['Conflict Arbiter Indexes'])
      return [`${tableOf(node)} for conflicts by ${(node['Conflict Arbiter Indexes'] as string[]).join(', ')}`];
    return 'Relation Name' in node ? [readBy(tableOf(node), node, firstOnly.includes(node) ? 'the first' : 'all')] : [];
  });
  return [...new Set(reads.filter((read) => read !== undefined))].sort();
}

const readBy = (table: string, node: Node, without: 'the first' | 'all' = 'all'): string | undefined =>
  node['Index Name'] === undefined
    ? undefined
    : `${table} by ${said(node, 'Index Name')}${node['Index Cond'] === undefined ? `, ${without} of it` : ''}`;

const CONDITIONS = ['Index Cond', 'Filter', 'Join Filter', 'TID Cond', 'One-Time Filter', 'Conflict Filter'] as const;

function linesOf(node: Node, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  const name = [
    node['Subplan Name'] === undefined ? [] : [`${said(node, 'Subplan Name')}:`],
    said(node, 'Operation') || said(node, 'Node Type'),
    node['Relation Name'] === undefined ? [] : [`on ${tableOf(node)}`],
    node['Index Name'] === undefined ? [] : [`by ${said(node, 'Index Name')}`],
    node['Scan Direction'] === 'Backward' ? ['backward'] : [],
  ].flat();
  const conditions = CONDITIONS.filter((condition) => node[condition] !== undefined);
  const sort = node['Sort Key'] as readonly string[] | undefined;
  return [
    `${indent}${name.join(' ')}`,
    ...conditions.map((condition) => `${indent}    ${condition}: ${said(node, condition)}`),
    ...(sort ? [`${indent}    Sort Key: ${sort.join(', ')}`] : []),
    ...(node.Plans ?? []).flatMap((below) => linesOf(below, depth + 1)),
  ];
}
