import type pg from 'pg';

interface Column {
  readonly tableName: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** The words that a CHECK of its table allows it. */
  readonly words: readonly string[];
}

/** Rows that only the planner looks at: no rule holds for them. Whoever calls rolls back. */
export async function fillTables(client: pg.Client, rows: number): Promise<void> {
  const { rows: columns } = await client.query<Column>(COLUMNS);
  await client.query(WITHOUT_RULES);
  for (const table of new Set(columns.map(({ tableName }) => tableName))) {
    const own = columns.filter(({ tableName }) => tableName === table);
    await client.query(
      `INSERT INTO ${table} (${own.map(({ name }) => name).join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT ${own.map(valueOf).join(', ')} FROM generate_series(1, ${rows}) AS row ON CONFLICT DO NOTHING`,
    );
  }
  await client.query('ANALYZE');
}

const VALUES: Readonly<Record<string, string>> = {
  boolean: 'row % 10 = 0',
  uuid: 'md5(row::text)::uuid',
  'timestamp with time zone': `now() - row * interval '1 minute'`,
  date: 'current_date - row',
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  xid8: 'row::text::xid8',
  inet: `'127.0.0.1'`,
  text: `'word ' || row`,
};

/** Half of what may be missing is missing, so that no partial index is empty. */
function valueOf({ name, type, isNullable, words }: Column): string {
  const value = `(${valueOfKind(name, type, words)})::${type}`;
  return isNullable ? `CASE WHEN row % 2 = 0 THEN ${value} END` : value;
}

function valueOfKind(name: string, type: string, words: readonly string[]): string {
  if (name === 'enterprise_id') return `'default'`;
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'text' && words.length > 0)
    return `(ARRAY[${words.map((word) => `'${word}'`).join(', ')}])[1 + row % ${words.length}]`;
  return VALUES[type] ?? 'row';
}

const OURS = `relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)')`;
const WORD = String.raw`'''([\w-]+)''::text'`;

const COLUMNS = `
  SELECT c.oid::regclass::text AS "tableName", quote_ident(attname) AS name, NOT attnotnull AS "isNullable",
         format_type(atttypid, NULL) AS type,
         ARRAY(SELECT DISTINCT word[1]
               FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), ${WORD}, 'g') AS word
               WHERE k.conrelid = c.oid AND k.contype = 'c' AND attnum = ANY (k.conkey) ORDER BY 1) AS words
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind = 'r' AND c.${OURS} AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ORDER BY 1, attnum`;

const WITHOUT_RULES = `
  SET LOCAL session_replication_role = replica;
  DO $$ DECLARE rule record; BEGIN
    FOR rule IN SELECT conrelid::regclass AS of, conname FROM pg_constraint JOIN pg_class c ON c.oid = conrelid
                WHERE contype = 'c' AND c.${OURS}
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', rule.of, rule.conname); END LOOP;
  END $$`;
