import { Injectable } from '@nestjs/common';
import { type JobRequest, type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Clock, type JsonObject } from '../../shared/kernel/index.js';
import { Webhooks, type WebhookType } from '../../webhooks/contract/index.js';
import type { SessionRef } from './rules/session-ref.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { idvEvidenceRemoved, idvFinished, idvReviewRequired } from './session.webhooks.js';
import { reviewAlarm } from '../reviews/review.js';
import { forgetAtVendor } from '../vendor/vendor-jobs.js';
import { isFinal, type SessionStatus } from './rules/session-status.js';
import type { Session } from './session.entity.js';
import { Evidence } from '../evidence/evidence.service.js';
import { SessionRepository } from './session.repository.js';
import { SessionSecrets } from './session-secrets.service.js';
import { SESSION_CHANGED, type SessionChanged } from '../contract/idv.signals.js';
import { eventsBetween, eventFieldsOf } from '../session-events/session-event.js';
import { SessionEventRepository } from '../session-events/session-event.repository.js';

export type Change<T> = (session: Session, now: Date, tx: Tx) => Promise<T> | T;

/**
 * The only way to change a session. It locks the row, and writes all consequences of a new status in the same
 * transaction, such as webhooks.
 */
@Injectable()
export class SessionChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly secrets: SessionSecrets,
    private readonly evidence: Evidence,
    private readonly webhooks: Webhooks,
    private readonly events: SessionEventRepository,
    private readonly clock: Clock,
  ) {}

  get now(): Date {
    return this.clock.now();
  }

  /**
   * Locks the session and runs a change. If the session has expired, the change does not run: the session gets the
   * status EXPIRED, and the call fails with `idv/expired`.
   */
  async change<T>(ref: SessionRef, change: Change<T>): Promise<T> {
    const done = await this.uow.run(async (tx) => {
      const session = await this.sessions.lock(tx, ref);
      if (!session) throw IdvErrors.noSession();
      const now = this.clock.now();
      if (await this.#expireIfDue(tx, session, now)) return undefined;
      return { value: await this.apply(tx, session, now, change) };
    });
    if (!done) throw IdvErrors.expired();
    return done.value;
  }

  /** Returns the current session. If its deadline has passed, it first gets the status EXPIRED. */
  async closeIfDue(ref: SessionRef): Promise<Session> {
    return this.uow.run(async (tx) => {
      const session = await this.sessions.lock(tx, ref);
      if (!session) throw IdvErrors.noSession();
      await this.#expireIfDue(tx, session, this.clock.now());
      return session;
    });
  }

  /** Applies a change to a session that the caller has locked. */
  async apply<T>(tx: Tx, session: Session, now: Date, change: Change<T>): Promise<T> {
    const { status: before, version } = session;
    const toldBefore = eventFieldsOf(session);
    const value = await change(session, now, tx);
    await tx.save(session);
    this.events.add(tx, session.ref, now, eventsBetween(toldBefore, eventFieldsOf(session)));
    if (session.version !== version) this.notifyPages(tx, session);
    if (session.status !== before) await this.#follow(tx, session, before, now);
    return value;
  }

  /** Tells the open pages of a session that it has changed, so that they request it again. */
  notifyPages(tx: Tx, { sessionId, enterpriseId, test }: SessionChanged): void {
    const isPlaced = enterpriseId !== undefined && test !== undefined;
    const place: JsonObject = isPlaced ? { enterpriseId, test } : {};
    tx.pending.signals.push({ topic: SESSION_CHANGED, payload: { sessionId, ...place } });
  }

  async #expireIfDue(tx: Tx, session: Session, now: Date): Promise<boolean> {
    if (!session.isDue(now)) return false;
    await this.apply(tx, session, now, () => session.end('EXPIRED', [], now));
    return true;
  }

  async #follow(tx: Tx, session: Session, from: SessionStatus, now: Date): Promise<void> {
    const { status, tenant, sub, clientId, reasons } = session;
    tx.pending.audit.push({
      kind: 'idv.session-status-changed',
      tenant,
      subject: sub,
      details: { from, to: status, sessionId: session.sessionId, clientId, reasons: [...reasons] },
    });
    if (status === 'DECLINED') await this.evidence.drop(session.ref);
    if (status === 'DECLINED') forgetAtVendor(tx, session);
    if (status === 'REVIEW') tx.pending.jobs.push(reviewAlarm(session.ref, now));
    const type = isFinal(status) ? idvFinished : status === 'REVIEW' ? idvReviewRequired : undefined;
    if (type) await this.#emit(tx, session, type, now);
  }

  /** Stores a job without changing a session. */
  async request(job: JobRequest): Promise<void> {
    await this.uow.run((tx) => {
      tx.pending.jobs.push(job);
      return Promise.resolve();
    });
  }

  /** Sends the webhook about a pending review again. The caller must lock the session first. */
  async remindOfReview(tx: Tx, session: Session, now: Date): Promise<void> {
    await this.#emit(tx, session, idvReviewRequired, now);
    tx.pending.jobs.push(reviewAlarm(session.ref, now));
  }

  /**
   * Drops the evidence, and notifies the enterprise, which may have stored references to it. The caller must lock the
   * session first.
   */
  async dropEvidence(tx: Tx, session: Session, now: Date, by: string): Promise<void> {
    const { ref, tenant, sub, sessionId } = session;
    await this.evidence.drop(ref);
    session.endRetention();
    forgetAtVendor(tx, session);
    this.events.add(tx, ref, now, [{ kind: 'evidence-removed', details: { by } }]);
    tx.pending.audit.push({ kind: 'idv.evidence-removed', tenant, subject: sub, details: { sessionId } });
    await this.#emit(tx, session, idvEvidenceRemoved, now);
  }

  #emit(tx: Tx, session: Session, type: WebhookType, now: Date): Promise<void> {
    const about = { id: session.sessionId, sub: session.sub };
    return this.webhooks.emit(tx, session.tenant, { type, data: this.#told(session), about, occurredAt: now });
  }

  #told(session: Session): JsonObject {
    const { token, payload } = this.secrets.open(session);
    const { userId, status, reasons, kycReferenceId, touchedAt, test } = session;
    return {
      web_session_id: token,
      userId,
      status,
      reasons: [...reasons],
      ...(kycReferenceId !== null && { kycReferenceId }),
      timestamp: touchedAt.toISOString(),
      ...(payload !== null && { payload }),
      test,
    };
  }
}
