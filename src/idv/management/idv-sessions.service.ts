import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import type { NotedExport } from '../../shared/http/index.js';
import type { OpenBlob } from '../../shared/storage/index.js';
import { holdsScope, nameOf, type Principal } from '../../shared/auth-guard/index.js';
import type { JsonObject, Tenant } from '../../shared/kernel/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { Evidence } from '../evidence/evidence.service.js';
import type { EvidenceKind } from '../evidence/evidence.js';
import { ReviewErrors } from '../reviews/review.js';
import type { SessionEvent } from '../session-events/session-event.entity.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { isFinal } from '../sessions/rules/session-status.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import type { Session } from '../sessions/session.entity.js';
import type { SessionFilter, SessionPosition } from '../web-tokens/session-list.repository.js';
import { mayBeShown, SessionResults } from '../web-tokens/session-results.service.js';
import { SessionMaterial, type ShownFindings } from './session-material.service.js';

export interface LookedAtSession {
  readonly session: Session;
  readonly findings: ShownFindings | undefined;
  readonly now: Date;
}

/**
 * Finds sessions by an ID that, unlike the `web_session_id`, does not give access to the user's pages. Everything that
 * an operator reads, except events, is written to the audit log before the first byte of the response is sent.
 */
@Injectable()
export class IdvSessions {
  constructor(
    private readonly results: SessionResults,
    private readonly material: SessionMaterial,
    private readonly changes: SessionChanges,
    private readonly events: SessionEvents,
    private readonly evidence: Evidence,
    private readonly audit: AuditLog,
  ) {}

  get now(): Date {
    return this.changes.now;
  }

  /**
   * Returns a page of sessions. A search by an operator is written to the audit log. The log is kept forever, so the
   * entry says only that the operator filtered by person, not by which person.
   */
  async page(
    tenant: Tenant,
    caller: Principal,
    filter: SessionFilter,
    limit: number,
    after?: SessionPosition,
  ): Promise<Session[]> {
    const found = await this.results.page(tenant, filter, limit, after);
    if (caller.kind === 'operator') {
      const details = { filter: shownOf(filter), rows: found.length };
      await this.audit.record({ kind: 'idv.sessions-searched', tenant, details });
    }
    return found;
  }

  /**
   * Returns the next rows of an export. Unlike `page`, it writes no audit entry, because `noteExport` writes one for
   * the whole export.
   */
  rows(tenant: Tenant, filter: SessionFilter, limit: number, after?: SessionPosition): Promise<Session[]> {
    return this.results.page(tenant, filter, limit, after);
  }

  /** Writes an export to the audit log. Call it before the first row is sent. */
  async noteExport(tenant: Tenant, filter: SessionFilter, asked: NotedExport): Promise<void> {
    await this.audit.record({ kind: 'idv.sessions-exported', tenant, details: { filter: shownOf(filter), ...asked } });
  }

  async look(ref: SessionRef, caller: Principal): Promise<LookedAtSession> {
    const session = await this.results.findByRef(ref);
    const isShown = holdsScope(caller, 'idv:review') && mayBeShown(session);
    const findings = isShown ? await this.material.of(session) : undefined;
    if (findings) await this.#note(session, 'idv.evidence-viewed', { what: 'findings' });
    if (caller.kind === 'operator') await this.#note(session, 'idv.session-viewed');
    return { session, findings, now: this.now };
  }

  async eventsOf(ref: SessionRef, limit: number, after?: string): Promise<SessionEvent[]> {
    const { ref: known } = await this.results.findByRef(ref);
    return this.events.page(known, limit, after);
  }

  /** Opens a picture, then writes the audit entry, so that nothing is audited if the storage fails. */
  async openPicture(ref: SessionRef, kind: EvidenceKind): Promise<OpenBlob> {
    const session = await this.results.findByRef(ref);
    const opened = mayBeShown(session) ? await this.evidence.open(session.ref, kind) : undefined;
    if (!opened) throw ReviewErrors.pictureNotFound();
    await once(opened.content, 'readable');
    await this.#note(session, 'idv.evidence-viewed', { what: kind });
    return opened;
  }

  async cancel(ref: SessionRef): Promise<Session> {
    await this.results.cancelRef((await this.results.findByRef(ref)).ref);
    return this.results.findByRef(ref);
  }

  /** Removes the evidence before its retention period ends. A second call changes nothing. */
  async removeEvidence(ref: SessionRef, caller: Principal): Promise<void> {
    await this.results.findByRef(ref);
    await this.changes.change(ref, async (session, now, tx) => {
      if (!isFinal(session.status)) throw IdvErrors.evidenceInUse(undefined, { sessionStatus: session.status });
      if (session.dropAt) await this.changes.dropEvidence(tx, session, now, nameOf(caller));
    });
  }

  async #note({ tenant, sub, sessionId }: Session, kind: string, details: JsonObject = {}): Promise<void> {
    await this.audit.record({ kind, tenant, subject: sub, details: { sessionId, ...details } });
  }
}

function shownOf(filter: SessionFilter): JsonObject {
  const { userId, ...given } = JSON.parse(JSON.stringify(filter)) as JsonObject;
  return { ...given, ...(userId !== undefined && { userId: true }) };
}
