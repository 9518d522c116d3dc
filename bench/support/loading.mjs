import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The number of rows that one COPY loads. Their file has at most some hundred megabytes. */
const TOGETHER = 200_000;

/** SQL of a function that creates ids like those of the service: they begin with the time. */
export const BENCH_ID = `
  CREATE FUNCTION bench_id(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' ||
            substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid $$;`;

/** Runs the work, and prints how long it took. */
export async function told(what, work) {
  const from = performance.now();
  const done = await work();
  console.log(`  ${what.padEnd(56)}${((performance.now() - from) / 1_000).toFixed(1).padStart(7)} s`);
  return done;
}

/** Loads rows by COPY. The next file is written while the database reads the last one. */
export async function copyRows(db, table, columns, rows) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-copy-'));
  chmodSync(folder, 0o755);
  const left = rows[Symbol.iterator]();
  let loading = Promise.resolve();
  try {
    for (let number = 0; ; number++) {
      const file = join(folder, `${number}.csv`);
      const written = await writeCsv(file, left);
      await loading;
      if (written === 0) break;
      const copied = db.query(`COPY ${table} (${columns.join(', ')}) FROM '${file}' (FORMAT csv)`);
      loading = copied.then(() => rmSync(file));
    }
  } finally {
    await loading.catch(() => undefined);
    rmSync(folder, { recursive: true });
  }
}

async function writeCsv(file, left) {
  const out = createWriteStream(file, { mode: 0o644, highWaterMark: 1 << 20 });
  let written = 0;
  while (written < TOGETHER) {
    const { done, value } = left.next();
    if (done) break;
    written += 1;
    if (!out.write(`${value.map(cellOf).join(',')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return written;
}

function cellOf(value) {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Drops the table's indexes, loads the rows, and builds the indexes afterwards, which is faster. */
export async function withoutIndexes(db, table, work) {
  const indexes = await db.query(INDEXES, [table]);
  for (const { drop } of indexes) await db.query(drop);
  await work();
  await told(`${indexes.length} indexes of ${table}`, async () => {
    const runner = db.createQueryRunner();
    await runner.query(`SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 2`);
    for (const { create } of indexes) await runner.query(create);
    await runner.query('RESET maintenance_work_mem; RESET max_parallel_maintenance_workers');
    await runner.release();
  });
}

const INDEXES = `
  SELECT CASE WHEN k.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
           ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) END AS create,
         CASE WHEN k.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
           ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, k.conname) END AS drop
  FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'p'
  WHERE i.indrelid = $1::regclass`;

/** The sizes of the tables and their indexes, in total and for each row. */
export async function sizesOf(db, tables) {
  const rows = await db.query(SIZES, [tables]);
  return rows.map(({ table, rows: count, heap, indexes }) => {
    const each = (bytes) => `${(bytes / count).toFixed(0)} a row`;
    return `${table}: ${mib(heap)} (${each(heap)}), its indexes ${mib(indexes)} (${each(indexes)})`;
  });
}

const mib = (bytes) => `${(bytes / 1_048_576).toFixed(0)} MiB`;

const SIZES = `
  SELECT c.oid::regclass::text AS table, c.reltuples::float8 AS rows, pg_table_size(c.oid)::float8 AS heap,
         pg_indexes_size(c.oid)::float8 AS indexes
  FROM pg_class c WHERE c.oid = ANY ($1::text[]::regclass[])`;
