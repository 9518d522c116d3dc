import { Injectable, Logger } from '@nestjs/common';
import type { ConsoleCaller } from '../../../shared/auth-guard/index.js';
import {
  Clock,
  currentTime,
  every,
  type JsonValue,
  KernelErrors,
  newId,
  Tenant,
} from '../../../shared/kernel/index.js';
import { DeferredCommit, PendingWrites, type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import type { Operator } from '../../people/operator.entity.js';
import { OperatorRepository } from '../../people/operator.repository.js';
import { effectiveRoles } from '../../roles/grants.js';
import { permissionsOf, rights } from '../../roles/role-table.js';
import { CONSOLE } from '../../sessions/console-sessions.service.js';
import type { FourEyesRequest, Outcome } from '../four-eyes-request.entity.js';
import { FourEyesRepository } from '../four-eyes.repository.js';
import { noteOf, operatorActor } from '../four-eyes.notes.js';
import { type InnerAnswer, InnerCalls } from './inner-calls.service.js';
import { LongAnswers } from './long-answers.service.js';

type Answer = Omit<InnerAnswer, 'content'> & { readonly blobId?: string | undefined };

const SECOND = 1_000;
const LEASE_MS = 60 * SECOND;
/**
 * Maximum number of attempts to run an approved call. If errors of the service made all of them fail, the request is
 * abandoned.
 */
const MOST_TRIES = 5;
export const ANSWER_MS = 86_400 * SECOND;

/**
 * Runs an approved call once. If the route uses a single transaction, its changes are committed together with the
 * result. If the process dies before the commit, the request stays `agreed`, and a job runs the call again.
 */
@Injectable()
export class CarryOut {
  readonly #log = new Logger(CarryOut.name);

  constructor(
    private readonly requests: FourEyesRepository,
    private readonly operators: OperatorRepository,
    private readonly users: UserDirectory,
    private readonly inner: InnerCalls,
    private readonly longAnswers: LongAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Finds the operator who made the request. Undefined if the requester has lost the right, or is no longer active. */
  async askerOf({ askedBy, enterpriseId, test, right }: FourEyesRequest): Promise<Operator | undefined> {
    const operator = await this.operators.find(askedBy);
    if (!operator || operator.hasEnded(this.clock.now())) return undefined;
    if ((await this.users.statusOf(askedBy)) !== 'ACTIVE') return undefined;
    const { roles } = effectiveRoles(operator.grants, { enterpriseId, test });
    return permissionsOf(roles)[right] === 'no' ? undefined : operator;
  }

  async run(id: string): Promise<void> {
    const now = this.clock.now();
    const run = newId();
    const request = await this.requests.claim(id, run, now, new Date(now.getTime() + LEASE_MS));
    if (!request) return;
    const asker = await this.askerOf(request);
    if (!asker) return this.#keep(request, run, { status: 403, body: { code: 'operators/asker-out' } });
    const commit = new DeferredCommit();
    const renewal = every(LEASE_MS / 3, () => void this.#renew(id, run));
    try {
      const during = <T>(work: () => T) => commit.during(work);
      const called = await this.inner.call(request.call, { caller: callerFor(request, asker), id, during });
      const { content, ...answer } = called;
      const blobId = content && (await this.longAnswers.keep(request, content));
      const kept = { ...answer, blobId };
      if (isPassing(answer.status) && request.attempts < MOST_TRIES) {
        await commit.rollback();
        // The lease now serves as a waiting time: when it ends, a job runs the call again.
        await this.#renew(id, run);
        return;
      }
      const isCommitted = await commit.finish((tx) => this.#finish(tx, request, run, kept));
      if (!isCommitted) await this.#keep(request, run, kept);
    } catch (error) {
      await commit.rollback().catch(() => undefined);
      this.#log.warn({ err: error }, 'What two operators agreed on was not carried out');
      if (request.attempts >= MOST_TRIES) await this.#giveUp(request, run);
    } finally {
      clearInterval(renewal);
    }
  }

  /**
   * Extends the lease of the request while its call runs. Otherwise another process would start the same call once the
   * lease expires.
   */
  async #renew(id: string, run: string): Promise<void> {
    const until = new Date(this.clock.now().getTime() + LEASE_MS);
    await this.requests
      .renew(id, run, until)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'The lease of a request of operators was not renewed'));
  }

  async #giveUp(request: FourEyesRequest, run: string): Promise<void> {
    await this.#keep(request, run, { status: 500, body: { code: KernelErrors.unexpected.code } }).catch(
      (error: unknown) => this.#log.warn({ err: error }, 'The result of a request of operators was not kept'),
    );
  }

  #keep(request: FourEyesRequest, run: string, answer: Answer): Promise<void> {
    return this.uow.run((tx) => this.#finish(tx, request, run, answer));
  }

  /**
   * Stores the result of the call. Throws if another run has taken over the request, so that the changes made by this
   * run are rolled back.
   */
  async #finish(tx: Tx, request: FourEyesRequest, run: string, answer: Answer): Promise<void> {
    const outcome = outcomeOf(request, answer, this.clock.now());
    if (!(await this.requests.finish(tx, request.id, run, outcome))) throw new Error('Another run has taken it over');
    // The audit entry is written here, because the route's transaction has already written its own pending entries.
    const pending = new PendingWrites();
    const { status, code, state } = outcome;
    const details = { status, ...(code !== null && { code }) };
    const actor = { ...operatorActor(request.askedBy), ...(request.decidedBy && { agreedBy: request.decidedBy }) };
    pending.audit.push(noteOf(state === 'done' ? 'carried-out' : 'failed', request, { details, actor }));
    await pending.flush(tx);
  }
}

/** Whether the response's status means that the call might succeed if it is run again. */
const isPassing = (status: number): boolean => status >= 500 || status === 429;

/**
 * Creates the caller for the route: the requester with their current rights, plus the right that the second operator
 * has approved for this call.
 */
function callerFor(request: FourEyesRequest, { sub, userId, grants }: Operator): ConsoleCaller {
  const { id: sessionId, enterpriseId, test, right, decidedBy, call } = request;
  const steppedUpUntil = currentTime() + LEASE_MS;
  return {
    sub,
    sessionId,
    steppedUpUntil,
    at: () => {
      const standing = effectiveRoles(grants, { enterpriseId, test });
      const scopes = new Set([...standing.scopes, ...rights[right].scopes]);
      const agreed = decidedBy !== null && { agreedBy: decidedBy };
      const seen = call.seen !== undefined && { seen: call.seen };
      const operator = { sessionId, steppedUpUntil, withSecond: new Set<string>(), ...agreed, ...seen };
      const common = { clientId: CONSOLE, enterpriseId, test, scopes, sub, userId, operator };
      const principal = { ...common, kind: 'operator', administrator: standing.everywhere } as const;
      return { principal, tenant: Tenant.of(enterpriseId, test) };
    },
  };
}

function outcomeOf({ call }: FourEyesRequest, { status, body, blobId }: Answer, now: Date): Outcome {
  if (status >= 300) return { state: 'failed', status, code: codeIn(body) };
  // Only responses to POST are stored: they may contain something new for the requester, such as a secret.
  const answerUntil = new Date(now.getTime() + ANSWER_MS);
  const kept = call.method === 'POST' && { answer: body, blobId, answerUntil };
  return { state: 'done', status, code: null, ...kept };
}

function codeIn(body: JsonValue | undefined): string | null {
  const code = (Object(body ?? {}) as { readonly code?: unknown }).code;
  return typeof code === 'string' ? code : null;
}
