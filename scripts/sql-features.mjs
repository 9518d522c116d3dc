/**
 * Counts what a distributed database would have to support: the features of PostgreSQL that the source uses, and the
 * tables, indexes and keys of a migrated database. Run: node scripts/sql-features.mjs. The counts are in
 * docs/operators/distributed-sql.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import 'reflect-metadata';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { buildIfStale } from './lib/build.mjs';
import { query } from './lib/query.mjs';
import { fromRoot } from './lib/root.mjs';

const FEATURES = {
  'advisory locks': /pg_(?:try_)?advisory_\w+\(/g,
  LISTEN: /`LISTEN /g,
  pg_notify: /pg_notify\(/g,
  'FOR UPDATE and FOR SHARE': /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/g,
  'SKIP LOCKED': /SKIP LOCKED/g,
  'snapshots (pg_current_snapshot, pg_visible_in_snapshot)':
    /pg_(?:current_snapshot|visible_in_snapshot|snapshot_xmin)\(/g,
  'transaction numbers (xid8)': /pg_current_xact_id\(|\bxid8\b/g,
  'ON CONFLICT': /ON CONFLICT/g,
  'SET LOCAL and set_config': /SET LOCAL|set_config\(/g,
  ctid: /\bctid = /g,
  'monitoring views and functions': /pg_stat_\w+|pg_(?:last|current)_wal\w+|pg_is_in_recovery|pg_control_system/g,
};

/** Queries the catalogue of a database that has all migrations. */
const FACTS = `
  WITH ours AS (
    SELECT c.oid, c.relkind, c.relpersistence FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^(pg_|information_schema)'
  ), tables AS (SELECT oid, relpersistence FROM ours WHERE relkind = 'r'),
  indexes AS (
    SELECT i.*, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'enterprise_id'
                          AND a.attnum = ANY (i.indkey)) AS by_enterprise
    FROM pg_index i JOIN tables t ON t.oid = i.indrelid
  )
  SELECT (SELECT count(*)::int FROM tables) AS "tables",
    (SELECT count(*)::int FROM tables WHERE relpersistence = 'u') AS "unlogged tables",
    (SELECT count(*)::int FROM pg_attribute a JOIN tables t ON t.oid = a.attrelid
      WHERE a.attname = 'enterprise_id') AS "tables with enterprise_id",
    (SELECT count(*)::int FROM indexes) AS "indexes",
    (SELECT count(*)::int FROM indexes WHERE indpred IS NOT NULL) AS "partial indexes",
    (SELECT count(*)::int FROM indexes WHERE indisunique) AS "unique indexes, including primary keys",
    (SELECT count(*)::int FROM indexes WHERE indisunique AND by_enterprise) AS "of them with enterprise_id",
    (SELECT count(*)::int FROM indexes i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am ON pg_am.oid = c.relam
      WHERE amname = 'gin') AS "GIN indexes",
    (SELECT count(*)::int FROM pg_constraint k JOIN tables t ON t.oid = k.conrelid WHERE contype = 'f') AS "foreign keys",
    (SELECT count(*)::int FROM pg_attribute a JOIN tables t ON t.oid = a.attrelid
      WHERE attidentity <> '') AS "identity columns",
    (SELECT count(*)::int FROM pg_attribute a JOIN tables t ON t.oid = a.attrelid
      WHERE attgenerated <> '') AS "generated columns",
    (SELECT count(*)::int FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid WHERE NOT tgisinternal) AS "triggers",
    (SELECT count(*)::int FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname !~ '^(pg_|information_schema)') AS "functions"`;

const isCode = (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts');
const withoutComments = (text) => text.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');

const sources = readdirSync(fromRoot('src'), { recursive: true })
  .filter(isCode)
  .map((name) => withoutComments(readFileSync(fromRoot(`src/${name}`), 'utf8')));
for (const [name, pattern] of Object.entries(FEATURES)) {
  const counts = sources.map((text) => text.match(pattern)?.length ?? 0);
  const files = counts.filter((count) => count > 0).length;
  console.log(
    `${name.padEnd(58)}${String(counts.reduce((sum, count) => sum + count, 0)).padStart(4)} in ${files} files`,
  );
}

await buildIfStale();
const { url, giveBack } = await borrowDatabase();
try {
  const { databaseOptions } = await import('../dist/ormconfig.js');
  const { migrate } = await import('../dist/src/shared/persistence/index.js');
  await migrate(databaseOptions({ url }));
  const [facts] = await query(url, FACTS);
  console.log('');
  for (const [name, count] of Object.entries(facts)) console.log(`${name.padEnd(58)}${String(count).padStart(4)}`);
} finally {
  await giveBack();
}
