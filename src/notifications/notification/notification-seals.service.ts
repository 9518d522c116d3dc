import { parseCompactJws, readContent } from '@countersign/evidence';
import { contentDigest } from '@countersign/evidence/node';
import { Injectable } from '@nestjs/common';
import { BlindIndex } from '../../shared/security/index.js';
import { canonicalDigest, type JsonObject } from '../../shared/kernel/index.js';
import type { Notification } from './notification.entity.js';
import { type AlteredPart, AlterationAlarm } from './alteration-alarm.service.js';
import { SealStart } from './seal-start.provider.js';

const QUESTION = 'notifications/seal';
const OUTCOME = 'notifications/outcome-seal';

/** The columns of a row selected with `SEALED_COLUMNS`. */
export type SealedRow = Pick<
  Notification,
  | 'notificationUuid'
  | 'enterpriseId'
  | 'test'
  | 'sub'
  | 'userId'
  | 'msgId'
  | 'contentDigest'
  | 'dsRequired'
  | 'createdAt'
  | 'expiryAt'
  | 'seal'
  | 'status'
  | 'actionResponse'
  | 'signingStatus'
  | 'deviceId'
  | 'clientIp'
  | 'updatedAt'
  | 'outcomeSeal'
  | 'evidence'
> & { readonly content?: string };

/**
 * A notification has two seals (keyed hashes): one over the content and everything else that gives an answer its
 * meaning, one over the outcome. An attacker who can write to the database but has no key cannot change either
 * unnoticed.
 */
@Injectable()
export class NotificationSeals {
  constructor(
    private readonly index: BlindIndex,
    private readonly start: SealStart,
    private readonly alarm: AlterationAlarm,
  ) {}

  /**
   * Seals a new notification. Also seals its outcome if it was created at or after the time in `SealStart`. Before that
   * time, a process of the previous release may still be running, and may close a notification without sealing its
   * outcome.
   */
  seal(notification: Notification): void {
    notification.seal = this.index.hash(question(notification), QUESTION);
    notification.outcomeSeal = null;
    if (notification.createdAt >= this.start.since) this.sealOutcome(notification);
  }

  sealOutcome(notification: SealedRow): void {
    notification.outcomeSeal = this.index.hash(outcome(notification), OUTCOME);
  }

  /**
   * Whether a notification that was read with all its columns is unaltered. If it was altered, reports that to
   * operators.
   */
  isUnaltered(notification: Notification): boolean {
    return this.#found(notification, this.#altered(notification) ?? alteredEvidence(notification));
  }

  /**
   * Whether a row that was read for a list or by a periodic job is unaltered. Unlike in `isUnaltered`, the content of
   * the notification need not have been read.
   */
  isRowUnaltered(row: SealedRow): boolean {
    return this.#found(row, this.#altered(row));
  }

  /** Returns the notification, or, if it was altered, a copy with the status TAMPERED and without its outcome. */
  redactIfAltered(notification: Notification): Notification {
    return this.isUnaltered(notification) ? notification : redacted(notification);
  }

  redactRowIfAltered<R extends SealedRow>(row: R): R {
    return this.isRowUnaltered(row) ? row : redacted(row);
  }

  #found(row: SealedRow, part: AlteredPart | undefined): boolean {
    if (part) this.alarm.raise(part, row);
    return part === undefined;
  }

  #altered(row: SealedRow): AlteredPart | undefined {
    if (!this.#outcomeHolds(row)) return 'outcome';
    // A notification gets the status TAMPERED when an alteration has been found and reported. It is not reported again.
    if (row.status === 'TAMPERED') return undefined;
    const isContent = row.content === undefined || contentDigest(row.content) === row.contentDigest;
    return isContent && this.index.matches(row.seal, question(row), QUESTION) ? undefined : 'question';
  }

  #outcomeHolds(row: SealedRow): boolean {
    if (row.outcomeSeal !== null) return this.index.matches(row.outcomeSeal, outcome(row), OUTCOME);
    return row.createdAt < this.start.since && isPlausible(row);
  }
}

/**
 * Whether an outcome that has no seal, because it dates from before outcomes were sealed, is at least consistent with
 * the rest of its row.
 */
function isPlausible(row: SealedRow): boolean {
  const { status, signingStatus, actionResponse, deviceId, notificationUuid } = row;
  if (status !== 'UPDATED') return actionResponse === null && signingStatus !== 'Verified' && row.evidence === null;
  if (signingStatus !== 'Verified') return !row.dsRequired && signingStatus === 'NA' && row.evidence === null;
  const { header, payload } = parseCompactJws(evidenceText(row, 'statement') ?? '') ?? {};
  return (
    header?.['kid'] === deviceId &&
    payload?.['response'] === actionResponse &&
    payload['notification_uuid'] === notificationUuid
  );
}

/** Compares the evidence with the digest in its receipt. The receipt itself is covered by the seal of the outcome. */
function alteredEvidence({ status, evidence }: Notification): AlteredPart | undefined {
  if (evidence === null || status === 'TAMPERED') return undefined;
  const { receipt, ...basis } = evidence;
  const claims = parseCompactJws(typeof receipt === 'string' ? receipt : '')?.payload;
  return claims?.['evidence_digest'] === digestOf(basis) ? undefined : 'evidence';
}

/** Computes the canonical digest of a value. Returns undefined if the value is nested too deeply. */
function digestOf(value: JsonObject): string | undefined {
  try {
    return canonicalDigest(value);
  } catch {
    return undefined;
  }
}

/** The row that is shown in place of an altered notification, without its outcome or evidence. */
const redacted = <R extends SealedRow>(row: R): R =>
  Object.assign(Object.create(Object.getPrototypeOf(row) as object) as R, row, {
    status: 'TAMPERED',
    actionResponse: null,
    signingStatus: 'NA',
    deviceId: null,
    clientIp: null,
    evidence: null,
    ...(row.content !== undefined && { content: readable(row.content) }),
    createdAt: possible(row.createdAt),
    updatedAt: possible(row.updatedAt),
    expiryAt: possible(row.expiryAt),
  });

/** Returns the content, or empty content if it was altered and can no longer be parsed. */
function readable(content: string): string {
  try {
    const { actions, body } = readContent(content);
    if (Array.isArray(actions) && Array.isArray(body)) return content;
  } catch {
    // not JSON
  }
  return '{"actions":[],"body":[]}';
}

/**
 * The text that the seal of the question covers: the digest of the content, and everything else that gives an answer
 * its meaning. All values are strings or booleans, for which JSON.stringify returns canonical JSON (RFC 8785).
 */
const question = (row: SealedRow): string => {
  const { notificationUuid, enterpriseId, test, sub, userId, msgId, contentDigest: digest, dsRequired } = row;
  const times = [timeText(row.createdAt), timeText(row.expiryAt)];
  return JSON.stringify([notificationUuid, enterpriseId, test, sub, userId, msgId, digest, dsRequired, ...times]);
};

/**
 * The text that the seal of the outcome covers. It includes the seal of the question, so that an outcome cannot be
 * moved to another notification.
 */
const outcome = (row: SealedRow): string => {
  const { notificationUuid, seal, status, actionResponse, signingStatus, deviceId, clientIp, updatedAt } = row;
  const evidence = row.evidence && [evidenceText(row, 'statement'), evidenceText(row, 'receipt')];
  const said = [status, actionResponse, signingStatus, deviceId, clientIp, timeText(updatedAt)];
  return JSON.stringify([notificationUuid, seal, ...said, evidence]);
};

function evidenceText({ evidence }: SealedRow, name: 'statement' | 'receipt'): string | null {
  const value = evidence?.[name];
  return typeof value === 'string' ? value : null;
}

/** Whether JavaScript can represent the time. PostgreSQL also accepts `infinity` and years such as 290,000. */
const isPossible = (time: unknown): time is Date => time instanceof Date && !Number.isNaN(time.getTime());
const timeText = (time: unknown): string => (isPossible(time) ? time.toISOString() : String(time));
const possible = (time: unknown): Date => (isPossible(time) ? time : new Date(0));

/** The columns that the seals cover, without the content, for lists and periodic jobs that read many rows. */
export const SEALED_COLUMNS = `
  notification_uuid AS "notificationUuid", enterprise_id AS "enterpriseId", test, sub, user_id AS "userId",
  msg_id AS "msgId", content_digest AS "contentDigest", ds_required AS "dsRequired", created_at AS "createdAt",
  expiry_at AS "expiryAt", seal, status, action_response AS "actionResponse", signing_status AS "signingStatus",
  device_id AS "deviceId", client_ip AS "clientIp", updated_at AS "updatedAt", outcome_seal AS "outcomeSeal",
  CASE WHEN evidence IS NOT NULL THEN jsonb_build_object(
    'statement', evidence->'statement', 'receipt', evidence->'receipt') END AS evidence`;
