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

/** A row read by `SEALED_COLUMNS`. */
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
 * A notification has two seals, which are keyed hashes: one over all that decides what an answer means, one over the
 * outcome. Whoever can write to the database, but has no key, can change neither without being noticed.
 */
@Injectable()
export class NotificationSeals {
  constructor(
    private readonly index: BlindIndex,
    private readonly start: SealStart,
    private readonly alarm: AlterationAlarm,
  ) {}

  /**
   * Seals a new notification. Before the start of outcome seals, a process of the last release may close it, which
   * knows only one seal.
   */
  seal(notification: Notification): void {
    notification.seal = this.index.hash(question(notification), QUESTION);
    notification.outcomeSeal = null;
    if (notification.createdAt >= this.start.since) this.sealOutcome(notification);
  }

  sealOutcome(notification: SealedRow): void {
    notification.outcomeSeal = this.index.hash(outcome(notification), OUTCOME);
  }

  /** Whether a notification, read in whole, is as the service wrote it. If not, somebody is alarmed. */
  holds(notification: Notification): boolean {
    return this.#found(notification, this.#altered(notification) ?? alteredEvidence(notification));
  }

  /** The same for a row that was read for a list or a sweep, with or without its content. */
  holdsInPart(row: SealedRow): boolean {
    return this.#found(row, this.#altered(row));
  }

  /** Returns what may be shown of a notification that was read in whole. */
  told(notification: Notification): Notification {
    return this.holds(notification) ? notification : withheld(notification);
  }

  toldInPart<R extends SealedRow>(row: R): R {
    return this.holdsInPart(row) ? row : withheld(row);
  }

  #found(row: SealedRow, part: AlteredPart | undefined): boolean {
    if (part) this.alarm.raise(part, row);
    return part === undefined;
  }

  #altered(row: SealedRow): AlteredPart | undefined {
    if (!this.#outcomeHolds(row)) return 'outcome';
    // The row is already marked as altered.
    if (row.status === 'TAMPERED') return undefined;
    const isContent = row.content === undefined || contentDigest(row.content) === row.contentDigest;
    return isContent && this.index.matches(row.seal, question(row), QUESTION) ? undefined : 'question';
  }

  #outcomeHolds(row: SealedRow): boolean {
    if (row.outcomeSeal !== null) return this.index.matches(row.outcomeSeal, outcome(row), OUTCOME);
    return row.createdAt < this.start.since && isPlausible(row);
  }
}

/** An outcome that is older than the seals must at least agree with itself. */
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

/** The receipt, which the outcome's seal covers, is over the rest of the evidence. */
function alteredEvidence({ status, evidence }: Notification): AlteredPart | undefined {
  if (evidence === null || status === 'TAMPERED') return undefined;
  const { receipt, ...basis } = evidence;
  const claims = parseCompactJws(typeof receipt === 'string' ? receipt : '')?.payload;
  return claims?.['evidence_digest'] === digestOf(basis) ? undefined : 'evidence';
}

/** Undefined for what is nested too deeply. */
function digestOf(value: JsonObject): string | undefined {
  try {
    return canonicalDigest(value);
  } catch {
    return undefined;
  }
}

/** The row to show instead of an altered notification, without any of its content. */
const withheld = <R extends SealedRow>(row: R): R =>
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

/** The stored text may no longer be valid content. */
function readable(content: string): string {
  try {
    const { actions, body } = readContent(content);
    if (Array.isArray(actions) && Array.isArray(body)) return content;
  } catch {
    // no JSON
  }
  return '{"actions":[],"body":[]}';
}

/** The text of each is that of RFC 8785: these are texts and booleans only. */
const question = (row: SealedRow): string => {
  const { notificationUuid, enterpriseId, test, sub, userId, msgId, contentDigest: digest, dsRequired } = row;
  const times = [timeText(row.createdAt), timeText(row.expiryAt)];
  return JSON.stringify([notificationUuid, enterpriseId, test, sub, userId, msgId, digest, dsRequired, ...times]);
};

/** The statement is bound to the question by its seal, and to the evidence by both signatures in it. */
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

/** PostgreSQL has times that JavaScript has not: `infinity`, or the year 290,000. */
const isPossible = (time: unknown): time is Date => time instanceof Date && !Number.isNaN(time.getTime());
const timeText = (time: unknown): string => (isPossible(time) ? time.toISOString() : String(time));
const possible = (time: unknown): Date => (isPossible(time) ? time : new Date(0));
