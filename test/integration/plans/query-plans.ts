import type pg from 'pg';

/** A statement that a route sends, how often, and the plan that PostgreSQL makes for any values. */
export interface PlannedStatement {
  readonly text: string;
  readonly times: number;
  /** Each table with the index by which it is read: the same on every version of PostgreSQL. */
  readonly reads: readonly string[];
  readonly plan: readonly string[];
}

type Node = Readonly<Record<string, unknown>> & { readonly Plans?: readonly Node[] };

/**
 * As if every table had many rows and none were worth reading whole: what is left is whether an index serves a
 * statement, and which one.
 */
const SETTINGS = `
  SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan;
  SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_memoize = off; SET enable_material = off`;
const MANY_ROWS = `
  UPDATE pg_class SET relpages = 1, reltuples = CASE relkind WHEN 'r' THEN 100000 ELSE 1000 END
  WHERE relkind IN ('r', 'i') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    AND relname NOT LIKE 'pg_toast%'`;

/** Plans by a connection of its own. */
export class QueryPlans {
  #prepared = 0;

  private constructor(
    private readonly client: pg.Client,
    readonly version: number,
  ) {}

  static async by(client: pg.Client): Promise<QueryPlans> {
    await client.query(SETTINGS);
    await client.query(MANY_ROWS);
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`);
    return new QueryPlans(client, Math.floor(Number(rows[0]?.version) / 10_000));
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
const tableOf = (node: Node): string => `${String(node['Schema'])}.${String(node['Relation Name'])}`;

function readsOf(root: Node): string[] {
  const reads = all(root).flatMap((node) => {
    if (node['Node Type'] === 'Bitmap Heap Scan') return all(node).slice(1).map((below) => readBy(tableOf(node), below));
    if (node['Node Type'] === 'Seq Scan') return [`${tableOf(node)} whole`];
    if (node['Conflict Arbiter Indexes'])
      return [`${tableOf(node)} for conflicts by ${(node['Conflict Arbiter Indexes'] as string[]).join(', ')}`];
    return 'Relation Name' in node ? [readBy(tableOf(node), node)] : [];
  });
  return [...new Set(reads.filter((read) => read !== undefined))].sort();
}

const readBy = (table: string, node: Node): string | undefined =>
  node['Index Name'] === undefined
    ? undefined
    : `${table} by ${String(node['Index Name'])}${node['Index Cond'] === undefined ? ', all of it' : ''}`;

const CONDITIONS = ['Index Cond', 'Filter', 'Join Filter', 'TID Cond', 'One-Time Filter', 'Conflict Filter'] as const;

function linesOf(node: Node, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  const name = [
    node['Subplan Name'] === undefined ? [] : [`${String(node['Subplan Name'])}:`],
    node['Operation'] ?? node['Node Type'],
    node['Relation Name'] === undefined ? [] : [`on ${tableOf(node)}`],
    node['Index Name'] === undefined ? [] : [`by ${String(node['Index Name'])}`],
    node['Scan Direction'] === 'Backward' ? ['backward'] : [],
  ].flat();
  const conditions = CONDITIONS.filter((condition) => node[condition] !== undefined);
  const sort = node['Sort Key'] as readonly string[] | undefined;
  return [
    `${indent}${name.join(' ')}`,
    ...conditions.map((condition) => `${indent}    ${condition}: ${String(node[condition])}`),
    ...(sort ? [`${indent}    Sort Key: ${sort.join(', ')}`] : []),
    ...(node.Plans ?? []).flatMap((below) => linesOf(below, depth + 1)),
  ];
}
