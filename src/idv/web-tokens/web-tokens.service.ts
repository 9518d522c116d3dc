import { Injectable } from '@nestjs/common';
import { type JsonObject, KernelErrors, newSecret, secretDigest, type Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { simulationIn, testEngineIn, type Simulation } from '../sessions/rules/simulation.js';
import type { TestEngine } from '../sessions/rules/session-settings.js';
import type { NewSession } from '../sessions/session-columns.entity.js';
import { Session } from '../sessions/session.entity.js';
import { VerificationEligibility } from './verification-eligibility.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SessionSecrets } from '../sessions/session-secrets.service.js';

export interface Opening {
  readonly userId: string;
  readonly clientId: string;
  readonly redirectUrl: string;
  readonly errorUrl: string | null;
  /**
   * The language of the session's pages. If null, the language in the user's record is used, or else that of the
   * browser.
   */
  readonly language: string | null;
  readonly expiresIn: number;
  readonly payload: JsonObject | null;
  /**
   * Whether the selfie must also match the stored face of the user. If true, the session also skips the enterprise's
   * KYC check.
   */
  readonly keptFace?: true;
}

export interface Opened {
  readonly session: Session;
  /** The token of the session, which the API calls `web_session_id`. */
  readonly token: string;
}

/** Opens sessions for enterprises. */
@Injectable()
export class WebTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly secrets: SessionSecrets,
    private readonly changes: SessionChanges,
    private readonly candidates: VerificationEligibility,
    private readonly events: SessionEvents,
  ) {}

  /** Opens a session, and cancels older open sessions of the user. */
  async open(tenant: Tenant, opening: Opening): Promise<Opened> {
    const simulation = simulationFor(tenant, opening.payload);
    const engine = engineFor(tenant, opening.payload);
    const candidate = await this.candidates.find(tenant, opening, engine);
    const token = newSecret();
    const { redirectUrl, errorUrl, expiresIn: secondsToStart } = opening;
    const tokenHash = secretDigest(token);
    const language = opening.language ?? candidate.language;
    const ofKeptFace = opening.keptFace && {
      settings: { ...candidate.settings, keptFace: true as const },
      kycRequired: false,
    };
    const given = {
      ...candidate,
      ...ofKeptFace,
      language,
      redirectUrl,
      errorUrl,
      secondsToStart,
      simulation,
      tokenHash,
    };
    return { session: await this.#open(tenant, given, token, opening.payload), token };
  }

  #open(tenant: Tenant, given: NewSession, token: string, payload: JsonObject | null): Promise<Session> {
    return this.uow.run(async (tx) => {
      const older = await this.sessions.lockOpenOf(tx, tenant, given.sub);
      // If the user's status changes later, `CancelSessionsOfUser`, which takes the same lock, cancels the session.
      await this.candidates.mustStillBe(given.sub);
      const now = this.changes.now;
      for (const session of older)
        await this.changes.apply(tx, session, now, () =>
          session.end(session.isDue(now) ? 'EXPIRED' : 'CANCELLED', [], now),
        );
      const session = Session.open(tenant, given, now);
      session.sealedContent = this.secrets.seal(session, { token, payload });
      await this.sessions.add(tx, session);
      this.events.add(tx, session.ref, { kind: 'opened', step: session.step, details: { by: given.clientId } });
      tx.pending.audit.push({
        kind: 'idv.session-opened',
        tenant,
        subject: session.sub,
        details: { sessionId: session.sessionId },
      });
      return session;
    });
  }
}

function engineFor({ test }: Tenant, payload: JsonObject | null): TestEngine | undefined {
  const engine = test ? testEngineIn(payload) : undefined;
  if (engine === undefined || typeof engine === 'string') return engine;
  throw KernelErrors.invalidArguments(undefined, { errors: engine.faults });
}

function simulationFor({ test }: Tenant, payload: JsonObject | null): Simulation | null {
  const simulation = test ? simulationIn(payload) : undefined;
  if (simulation === undefined) return null;
  if ('status' in simulation) return simulation;
  throw KernelErrors.invalidArguments(undefined, { errors: simulation.faults });
}
