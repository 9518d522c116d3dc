import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionRepository } from '../sessions/session.repository.js';
import type { FaceTemplate } from '../engines/engine.port.js';
import { Engines } from '../engines/engines.service.js';
import { Evidence } from '../evidence/evidence.service.js';
import { FaceTemplateRepository } from './face-template.repository.js';

/** Computes the template of the face in the selfie of a session. */
@Injectable()
export class DescribeSelfie {
  constructor(
    private readonly engines: Engines,
    private readonly evidence: Evidence,
  ) {}

  /** Returns the template, or undefined if the selfie was deleted or shows no face that can be compared. */
  async of({ ref }: Session, signal: AbortSignal): Promise<FaceTemplate | undefined> {
    const selfie = await this.evidence.read(ref, 'selfie');
    return selfie && this.engines.of(ref.tenant).faces.describe(selfie, signal);
  }
}

export const KEEP_FACE = 'idv/keep-face';
const SCOPE = Tenant.all('the template is found by the sub of a session, of which there is one');

type Payload = { readonly sessionId: string; readonly enterpriseId: string; readonly test: boolean };

/**
 * Stores the face of a verified user who has agreed to it, before the evidence is dropped. Deletes the stored face of a
 * user who no longer agrees.
 */
@Injectable()
@HandlesJob(KEEP_FACE, { concurrency: 1 })
export class KeepFace extends JobHandler<Payload> {
  readonly #log = new Logger(KeepFace.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionRepository,
    private readonly templates: FaceTemplateRepository,
    private readonly describe: DescribeSelfie,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform({ sessionId, enterpriseId, test }: Payload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const ref = { tenant: Tenant.of(enterpriseId, test), sessionId };
    const session = await this.sessions.find(ref);
    const template = session?.keepFace ? await this.describe.of(session, signal) : undefined;
    await this.uow.run(async (tx) => {
      // The lock makes this job wait for an erasure of the user, after which there is no session any more.
      const locked = await this.sessions.lock(tx, ref);
      if (!locked || !hasChoice(locked)) return;
      if (locked.keepFace) locked.faceSettled();
      await tx.save(locked);
      // A job that runs late could undo a later choice.
      if (!(await this.#isLatest(locked))) return;
      if (!locked.keepFace) return this.#drop(tx, locked);
      if (template) await this.templates.put(tx, locked, template, this.clock.now());
      else this.#log.warn({ sessionId }, 'A face cannot be stored: there is no selfie with a face any more');
      note(tx, 'idv.face-kept', locked, template ? 'done' : 'refused');
    });
  }

  async #drop(tx: Tx, session: Session): Promise<void> {
    if (await this.templates.remove(tx, SCOPE, session.sub)) note(tx, 'idv.face-dropped', session);
  }

  /** Whether the user's latest choice was made in this session. */
  async #isLatest({ sub, finishedAt }: Session): Promise<boolean> {
    const chosen = (await this.sessions.allOf(SCOPE, sub)).filter(hasChoice);
    return chosen.every((other) => Number(other.finishedAt) <= Number(finishedAt));
  }
}

/**
 * Whether the user was asked in this session if their face may be stored. Users whom a vendor verifies are not asked,
 * because vendors send no picture.
 */
const hasChoice = ({ status, byVendor }: Session): boolean => status === 'VERIFIED' && !byVendor;

const note = (
  tx: Tx,
  kind: string,
  { tenant, sub, sessionId }: Session,
  outcome: 'done' | 'refused' = 'done',
): void => {
  tx.pending.audit.push({ kind, outcome, tenant, subject: sub, details: { sessionId } });
};
