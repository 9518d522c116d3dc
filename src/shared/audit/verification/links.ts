import type { Sql } from '../../persistence/database.js';
import { NotJson } from '../../security/canonical-json.js';
import { ENTRY_CONTENT, linkHash, type StoredEntry } from '../chain/chain-content.js';

export interface Link {
  readonly number: number;
  readonly entryId: string;
  readonly hash: Buffer;
  readonly entry: StoredEntry | null;
}

type LinkRow = Omit<Link, 'entry'> & StoredEntry & { found: boolean };

const BATCH = 2_000;

/** The links after one number, up to and including another, with their entries. Holds one batch at a time. */
export async function* linksBetween(sql: Sql, after: number, until: number): AsyncGenerator<Link> {
  for (let last = after; last < until;) {
    const rows = await sql.rows<LinkRow>(LINKS, [last, until, BATCH]);
    yield* rows.map(toLink);
    last = rows.at(-1)?.number ?? until;
  }
}

export async function linkAt(sql: Sql, number: number): Promise<Link | undefined> {
  const [row] = await sql.rows<LinkRow>(LINKS, [number - 1, number, 1]);
  return row && toLink(row);
}

/** What the hash has to be when this entry stands at this number; undefined for content that no link can have had. */
export function hashIfAt(number: number, previous: Buffer, entry: StoredEntry): Buffer | undefined {
  try {
    return linkHash(previous, number, entry);
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

function toLink({ number, entryId, hash, found, ...entry }: LinkRow): Link {
  return { number, entryId, hash, entry: found ? entry : null };
}

const LINKS = `
  SELECT l.number::float8 AS number, l.entry_id AS "entryId", l.hash, e.id IS NOT NULL AS found, ${ENTRY_CONTENT}
  FROM shared.audit_link l LEFT JOIN shared.audit_entry e ON e.id = l.entry_id
  WHERE l.number > $1::bigint AND l.number <= $2::bigint
  ORDER BY l.number LIMIT $3`;
