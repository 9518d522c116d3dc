import { Injectable } from '@nestjs/common';
import { DomainError, type JsonObject, secretDigest, type Tenant } from '../../shared/kernel/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { isFinal } from '../sessions/rules/session-status.js';
import type { Session } from '../sessions/session.entity.js';
import { Findings } from '../evidence/findings.service.js';
import type { SessionFindings } from '../evidence/session-findings.js';
import { type SessionFilter, SessionListRepository, type SessionPosition } from './session-list.repository.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SessionSecrets } from '../sessions/session-secrets.service.js';

export interface SessionResult {
  readonly session: Session;
  /**
   * The data that was read from the document, and the scores. Empty if the user has not agreed to share them, and once
   * the retention period has ended.
   */
  readonly findings: SessionFindings;
  readonly payload: JsonObject | null;
}

export interface ListedSession {
  readonly session: Session;
  readonly token: string;
}

/** Shows enterprises their sessions and the results. */
@Injectable()
export class SessionResults {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly lists: SessionListRepository,
    private readonly changes: SessionChanges,
    private readonly secrets: SessionSecrets,
    private readonly findings: Findings,
  ) {}

  async find(tenant: Tenant, token: string): Promise<SessionResult> {
    return this.#resultOf(await this.#byToken(tenant, token));
  }

  /** Cancels a session. If it is already cancelled, nothing changes. */
  async cancel(tenant: Tenant, token: string): Promise<SessionResult> {
    await this.cancelRef((await this.#byToken(tenant, token)).ref);
    return this.find(tenant, token);
  }

  async cancelRef(ref: SessionRef): Promise<void> {
    await this.changes
      .change(ref, (locked, now) => {
        if (locked.status !== 'CANCELLED') locked.end('CANCELLED', [], now);
      })
      .catch((error: unknown) => {
        throw endedMeanwhile(error) ? IdvErrors.statusRefused('The session has expired') : error;
      });
  }

  /** Lists sessions. A session whose deadline has passed gets the status EXPIRED before it is returned. */
  async page(tenant: Tenant, filter: SessionFilter, limit: number, after?: SessionPosition): Promise<Session[]> {
    const found = await this.lists.page(tenant, filter, this.changes.now, limit, after);
    return Promise.all(found.map((session) => this.#current(session)));
  }

  async list(tenant: Tenant, filter: SessionFilter, limit: number, after?: SessionPosition): Promise<ListedSession[]> {
    return (await this.page(tenant, filter, limit, after)).map((session) => ({
      session,
      token: this.secrets.open(session).token,
    }));
  }

  async findByRef(ref: SessionRef): Promise<Session> {
    const found = await this.sessions.find(ref);
    if (!found) throw IdvErrors.notFound();
    return this.#current(found);
  }

  async #byToken(tenant: Tenant, token: string): Promise<Session> {
    const found = await this.sessions.findByToken(tenant, secretDigest(token));
    if (!found) throw IdvErrors.notFound();
    return this.#current(found);
  }

  /** Returns the session. If its deadline has passed, it first gets the status EXPIRED. */
  async #current(session: Session): Promise<Session> {
    return session.isDue(this.changes.now) ? this.changes.closeIfDue(session.ref) : session;
  }

  async #resultOf(session: Session): Promise<SessionResult> {
    const findings = mayBeShown(session) ? await this.findings.of(session) : {};
    return { session, findings, payload: this.secrets.open(session).payload };
  }
}

/**
 * Whether the document data and scores may be shown: the user must agree, and the session must have ended or be in
 * review.
 */
export const mayBeShown = ({ optIn, status }: Session): boolean =>
  optIn === true && (isFinal(status) || status === 'REVIEW');

const endedMeanwhile = (error: unknown): boolean => error instanceof DomainError && error.kind === IdvErrors.expired;
