import type { Sql } from '../../../shared/persistence/index.js';
import type { Fault } from './chain-report.js';
import { aliasOf } from './verify-aliases.js';

interface CommentRow {
  readonly id: string;
  readonly salt: string;
  readonly comments: string | null;
  readonly alias: string;
}

const BATCH = 2_000;

/**
 * Compares each comment with the hash in its entry. A comment can be verified until the person whom the entry is about
 * is erased.
 */
export async function verifyComments(sql: Sql): Promise<Fault | undefined> {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    const rows: CommentRow[] = await sql.rows<CommentRow>(COMMENTS, [last, BATCH]);
    const wrong = rows.find(({ salt, comments, alias }) => comments === null || aliasOf(salt, comments) !== alias);
    if (wrong) return { what: 'alteredComments', entryId: wrong.id };
    last = rows.at(-1)?.id;
  }
  return undefined;
}

const COMMENTS = `
  SELECT e.id, a.salt, c.comments, e.details ->> 'commentsAlias' AS alias
  FROM shared.audit_entry e
  JOIN shared.audit_alias a ON a.alias = e.subject_alias
  LEFT JOIN shared.audit_comment c ON c.entry_id = e.id
  WHERE e.details ? 'commentsAlias' AND e.id > $1 ORDER BY e.id LIMIT $2`;
