import { createHash } from 'node:crypto';
import type { JsonObject } from '../../kernel/json.js';
import { canonicalJson } from '../../security/canonical-json.js';

/** An entry as it is stored, in a form that reads the same every time: microseconds as text, aliases for persons. */
export interface StoredEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly outcome: string;
  readonly enterpriseId: string | null;
  readonly test: boolean | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorAlias: string | null;
  readonly subjectAlias: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: JsonObject;
}

/** The time of `shared.audit_entry e`, exact, whatever the time zone of the session. */
export const UTC_MICROSECONDS = `to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Everything that an entry says, from `shared.audit_entry e`. `xid` says nothing and may change by a restore. */
export const ENTRY_CONTENT = `
  e.id, ${UTC_MICROSECONDS} AS at, e.kind, e.outcome,
  e.enterprise_id AS "enterpriseId", e.test, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
  e.actor_alias AS "actorAlias", e.subject_alias AS "subjectAlias", e.address, e.request_id AS "requestId", e.details`;

/** What the first link follows. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** SHA-256 over the previous hash and the canonical JSON (RFC 8785) of the number and everything that the entry says. */
export function linkHash(previous: Uint8Array, number: number, entry: StoredEntry): Buffer {
  const content = canonicalJson({
    number,
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    outcome: entry.outcome,
    enterpriseId: entry.enterpriseId,
    test: entry.test,
    actorKind: entry.actorKind,
    actorId: entry.actorId,
    actorAlias: entry.actorAlias,
    subjectAlias: entry.subjectAlias,
    address: entry.address,
    requestId: entry.requestId,
    details: entry.details,
  });
  return createHash('sha256').update(previous).update(content, 'utf8').digest();
}
