import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { DomainError, Tenant } from '../../shared/kernel/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { ASK_KYC, type KycAnswer } from './kyc.js';
import type { Session } from '../sessions/session.entity.js';
import { Findings } from '../evidence/findings.service.js';
import { KycEndpoint } from './kyc-endpoint.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

type Payload = { readonly sessionId: string; readonly enterpriseId: string; readonly test: boolean };

/**
 * How many seconds to wait between two requests to the enterprise's endpoint. The first waits are short, because the
 * user is waiting. All of them add up to 25 hours, which is longer than any session lasts.
 */
const WAIT_SECONDS = [2, 4, 8, 15, 30, ...Array<number>(25 * 60).fill(60)];

/** Asks the enterprise's own endpoint whether it accepts a person. The user waits until the endpoint responds. */
@Injectable()
@HandlesJob(ASK_KYC, { waitSeconds: WAIT_SECONDS, concurrency: 16, laneConcurrency: 4, leaseSeconds: 60 })
export class AskKyc extends JobHandler<Payload> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly findings: Findings,
    private readonly endpoint: KycEndpoint,
    private readonly changes: SessionChanges,
  ) {
    super();
  }

  async perform({ sessionId, enterpriseId, test }: Payload, { signal }: JobRun): Promise<void> {
    const session = await this.sessions.find({ tenant: Tenant.of(enterpriseId, test), sessionId });
    if (session?.step !== 'kyc' || session.isDue(this.changes.now)) return;
    await this.#ask(session, signal);
  }

  async #ask(session: Session, signal: AbortSignal): Promise<void> {
    const { document } = await this.findings.of(session);
    if (!document) return;
    const { enterpriseId, sessionId, userId, test, clientId } = session;
    const answer = await this.endpoint.ask(clientId, { enterpriseId, sessionId, userId, test, document }, signal);
    await this.#conclude(session, answer);
  }

  async #conclude({ ref }: Session, answer: KycAnswer): Promise<void> {
    try {
      await this.changes.change(ref, (session, now) => {
        if (session.step !== 'kyc') return;
        if (answer.accepted) session.passKyc(answer.referenceId, now);
        else session.end('KYC_FAILED', ['kyc_rejected'], now);
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== IdvErrors.expired) throw error;
    }
  }
}
