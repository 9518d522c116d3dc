import type { JsonObject } from '../../shared/kernel/index.js';
import type { LinkedEntry } from '../chain/chain-content.js';

/** The format of an entry for an external system: our own, or the Open Cybersecurity Schema Framework (OCSF). */
export type EntryForm = 'json' | 'ocsf';

/** A range of numbers that are missing from the hash chain, because their entries were deleted from the database. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Formats an audit entry as one line of JSON. Users appear in it under a pseudonym (alias), not under their id. */
export const entryLine = (form: EntryForm, entry: LinkedEntry): string =>
  JSON.stringify(form === 'ocsf' ? ocsf(entry) : own(entry));

export const gapLine = (form: EntryForm, { from, to }: Gap): string =>
  JSON.stringify(form === 'ocsf' ? ocsfGap(from, to) : { kind: 'audit.gap', from, to });

function own(entry: LinkedEntry): JsonObject {
  const { number, hash, id, at, kind, outcome, enterpriseId, test, actorKind, actorId, actorAlias } = entry;
  const { subjectAlias, address, requestId, details } = entry;
  const actor = { kind: actorKind, id: actorId, alias: actorAlias };
  return { number, hash, id, at, kind, outcome, enterpriseId, test, actor, subjectAlias, address, requestId, details };
}

const VERSION = '1.4.0';
const PRODUCT = { name: 'Countersign', vendor_name: 'Countersign' };

interface OcsfClass {
  readonly kinds: RegExp;
  readonly category_uid: number;
  readonly class_uid: number;
}

/** OCSF class "API activity", for entries that match no other class. */
const ACTIVITY: OcsfClass = { kinds: /./, category_uid: 6, class_uid: 6003 };

/** OCSF classes of entries by kind; the first match applies. */
const CLASSES: readonly OcsfClass[] = [
  { kinds: /^auth\..*(?:login|sign-?in|signed-in|logout|signed-out)/, category_uid: 3, class_uid: 3002 },
  { kinds: /^users\.|^auth\.(?:passkey|password|totp)/, category_uid: 3, class_uid: 3001 },
  { kinds: /^operators\./, category_uid: 3, class_uid: 3004 },
];

/** The activity "Other" of OCSF. OCSF has no numbers for our activities: `kind` names them. */
const OTHER = 99;
const STATUS = { done: 1, refused: 2 } as const;
const SEVERITY = { done: 1, refused: 3 } as const;

function ocsf(entry: LinkedEntry): JsonObject {
  const { number, hash, id, at, kind, enterpriseId, test, actorKind, actorId, actorAlias, details } = entry;
  const { subjectAlias, address, requestId } = entry;
  const outcome = entry.outcome === 'refused' ? 'refused' : 'done';
  const { category_uid, class_uid } = CLASSES.find(({ kinds }) => kinds.test(kind)) ?? ACTIVITY;
  return {
    category_uid,
    class_uid,
    activity_id: OTHER,
    activity_name: kind,
    type_uid: class_uid * 100 + OTHER,
    time: Math.floor(Date.parse(at)),
    severity_id: SEVERITY[outcome],
    status_id: STATUS[outcome],
    metadata: {
      version: VERSION,
      product: PRODUCT,
      uid: id,
      sequence: number,
      correlation_uid: requestId,
      tenant_uid: enterpriseId,
    },
    actor: { user: { uid: actorId ?? actorAlias, type: actorKind } },
    ...(subjectAlias !== null && { user: { uid: subjectAlias } }),
    ...(address !== null && { src_endpoint: { ip: address } }),
    ...(class_uid === ACTIVITY.class_uid && { api: { operation: kind } }),
    unmapped: { hash, test, details },
  };
}

const ocsfGap = (from: number, to: number): JsonObject => ({
  category_uid: 6,
  class_uid: 6008,
  activity_id: OTHER,
  activity_name: 'audit.gap',
  type_uid: 6008 * 100 + OTHER,
  severity_id: 5,
  status_id: 2,
  message: `The entries ${from} to ${to} of the audit log are missing.`,
  metadata: { version: VERSION, product: PRODUCT, sequence: from },
  unmapped: { from, to },
});
