import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../../shared/persistence/index.js';
import { NotJson } from '../../../shared/kernel/index.js';
import { ENTRY_CONTENT, linkHash, type StoredEntry, GENESIS } from '../chain-content.js';
import type { Fault } from './chain-report.js';

export interface Link {
  readonly number: number;
  readonly entryId: string;
  readonly hash: Buffer;
  readonly entry: StoredEntry | null;
}

type LinkRow = Omit<Link, 'entry'> & StoredEntry & { found: boolean };

const BATCH = 2_000;

/**
 * Yields the links after `after` up to and including `until`, with their entries. Only one batch is in memory at a
 * time.
 */
async function* linksBetween(sql: Sql, after: number, until: number): AsyncGenerator<Link> {
  for (let last = after; last < until;) {
    const rows = await sql.rows<LinkRow>(LINKS, [last, until, BATCH]);
    yield* rows.map(toLink);
    last = rows.at(-1)?.number ?? until;
  }
}

async function linkAt(sql: Sql, number: number): Promise<Link | undefined> {
  const [row] = await sql.rows<LinkRow>(LINKS, [number - 1, number, 1]);
  return row && toLink(row);
}

/**
 * Returns the hash that an entry has as link `number`, or undefined if its content cannot be hashed (and so was
 * altered).
 */
function hashIfAt(number: number, previous: Buffer, entry: StoredEntry): Buffer | undefined {
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

export interface LinksVerified {
  /** The number of the last link before the first invalid one. */
  readonly sound: number;
  readonly fault?: Fault;
}

interface End {
  readonly number: number;
  readonly hash: Buffer;
}

/** Recomputes the chain from its first link and stops at the first invalid one. */
export async function verifyLinks(
  sql: Sql,
  until: number,
  onProgress: (links: number) => void,
): Promise<LinksVerified> {
  let end: End = { number: 0, hash: GENESIS };
  for await (const link of linksBetween(sql, 0, until)) {
    if (!follows(link, end)) return { sound: end.number, fault: await diagnose(sql, link, end, until) };
    end = link;
    onProgress(end.number);
  }
  return { sound: end.number };
}

const follows = (link: Link, end: End): boolean =>
  link.number === end.number + 1 && link.entry !== null && hashIn(link, end)?.equals(link.hash) === true;

const hashIn = (link: Link, end: End): Buffer | undefined =>
  link.entry ? hashIfAt(end.number + 1, end.hash, link.entry) : undefined;

async function diagnose(sql: Sql, link: Link, end: End, until: number): Promise<Fault> {
  const number = end.number + 1;
  if (link.number !== number) return { what: 'missingNumber', number };
  const at = { number, entryId: link.entryId };
  if (!link.entry) return { what: 'missingEntry', ...at };
  if (await onlyHashDiffers(sql, link, end)) return { what: 'forgedHash', ...at };
  if (await belongsToAnother(sql, link, end, until)) return { what: 'wrongOrder', ...at };
  return { what: 'alteredEntry', ...at };
}

/**
 * Whether only the stored hash of the link is wrong. This is so if the next link was computed from the correct hash.
 */
async function onlyHashDiffers(sql: Sql, link: Link, end: End): Promise<boolean> {
  const next = await linkAt(sql, link.number + 1);
  const hash = hashIn(link, end);
  return next !== undefined && hash !== undefined && follows(next, { number: link.number, hash });
}

/**
 * Whether the entry of another link belongs at this number. Hashed at this number, such an entry gives one of two
 * hashes: the hash that is stored here, if the entries were swapped, or the hash of the other link, if the whole links
 * were swapped.
 */
async function belongsToAnother(sql: Sql, link: Link, end: End, until: number): Promise<boolean> {
  for await (const other of linksBetween(sql, link.number, until)) {
    const hash = hashIn(other, end);
    if (hash && (hash.equals(link.hash) || hash.equals(other.hash))) return true;
  }
  return false;
}

export interface Unlinked {
  readonly count: number;
  readonly oldest: Date | null;
}

/**
 * Entries that were committed before `snapshot` and still have no link after `patienceMs`. An entry's time is when it
 * was written; its transaction may have committed much later, so the time alone does not suffice.
 */
export async function unlinkedSince(sql: Sql, snapshot: string, patienceMs: number): Promise<Unlinked> {
  const unlinked = await countUnlinked(sql, snapshot);
  if (unlinked.count === 0 || patienceMs <= 0) return unlinked;
  await pause(patienceMs);
  return countUnlinked(sql, snapshot);
}

async function countUnlinked(sql: Sql, snapshot: string): Promise<Unlinked> {
  const [row] = await sql.rows<Unlinked>(UNLINKED, [snapshot]);
  return row ?? { count: 0, oldest: null };
}

/**
 * A transaction number from the future belongs to the cluster that the database was restored from, so the entry was
 * committed long ago.
 */
const UNLINKED = `
  SELECT count(*)::float8 AS count, min(e.at) AS oldest
  FROM shared.audit_entry e
  WHERE NOT EXISTS (SELECT FROM shared.audit_link l WHERE l.entry_id = e.id)
    AND (pg_visible_in_snapshot(e.xid, $1::pg_snapshot) OR e.xid >= pg_snapshot_xmax(pg_current_snapshot()))`;
