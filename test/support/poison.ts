import type { Sql } from '../../src/shared/persistence/index.js';

/** Makes the database refuse every change of one row. Returns what heals it. */
export async function poison(db: Sql, table: string, column: string, id: string): Promise<() => Promise<void>> {
  await db.rows(
    `CREATE OR REPLACE FUNCTION public.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'this row is poisoned'; END $$`,
  );
  await db.rows(
    `CREATE TRIGGER poisoned BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD.${column} = '${id}')
     EXECUTE FUNCTION public.refuse_change()`,
  );
  return async () => {
    await db.rows(`DROP TRIGGER poisoned ON ${table}`);
  };
}

/** The rows of a kind of work that the upkeep has set aside. */
export const setAsideOf = (db: Sql, work: string): Promise<{ id: string; tries: number }[]> =>
  db.rows('SELECT id, tries FROM shared.set_aside WHERE work = $1 ORDER BY id', [work]);
