import type { Sql } from '../../persistence/database.js';
import { GENESIS } from '../chain/chain-content.js';
import type { Fault } from './chain-report.js';
import { hashIfAt, linkAt, linksBetween, type Link } from './links.js';

export interface LinksVerified {
  /** The last number up to which every link fits. */
  readonly sound: number;
  readonly fault?: Fault;
}

interface End {
  readonly number: number;
  readonly hash: Buffer;
}

/** Computes the chain again from its first link and stops at the first that does not fit. */
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

/** The next link was computed when this one's hash was still what its entry says. */
async function onlyHashDiffers(sql: Sql, link: Link, end: End): Promise<boolean> {
  const next = await linkAt(sql, link.number + 1);
  const hash = hashIn(link, end);
  return next !== undefined && hash !== undefined && follows(next, { number: link.number, hash });
}

/** Some later entry fits here: with the hash that stands here, or with its own when whole links were exchanged. */
async function belongsToAnother(sql: Sql, link: Link, end: End, until: number): Promise<boolean> {
  for await (const other of linksBetween(sql, link.number, until)) {
    const hash = hashIn(other, end);
    if (hash && (hash.equals(link.hash) || hash.equals(other.hash))) return true;
  }
  return false;
}
