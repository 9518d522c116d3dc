import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Request } from 'express';
import { AuditLog, AuditSubjects } from '../../audit/contract/index.js';
import {
  type Admitted,
  admittedTo,
  ConsoleErrors,
  holdsScope,
  type Principal,
  routeOf,
  SecondOperators,
} from '../../shared/auth-guard/index.js';
import { demandReason, reasonIn, reasonMissing } from '../../shared/http/index.js';
import { canonicalJson, Clock, type JsonValue, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { UserErrors } from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { rightOfScope, rightsWith, type RightName, scopeOfRight } from '../roles/role-table.js';
import { CarryOut } from './carry-out/carry-out.service.js';
import { LongAnswers } from './carry-out/long-answers.service.js';
import { SecondAccounts } from './second-account/second-accounts.service.js';
import { noteOf } from './four-eyes.notes.js';
import { FourEyesRequest, type KeptCall } from './four-eyes-request.entity.js';
import { type FourEyesFilter, FourEyesRepository, type Viewer } from './four-eyes.repository.js';

const MOST_WAITING = 100;
const LARGEST = 16 * 1024;
/** Maximum size, in bytes, of a call about many users: enough for a thousand user ids of typical length. */
const LARGEST_FOR_MANY = 64 * 1024;
const FOR_MANY = ['POST /v1/userActions', 'POST /v1/userExports'];
const SHORTEST_REASON = 4;

/** Manages operators' requests for approval, and the decisions on them. */
@Injectable()
export class FourEyesRequests extends SecondOperators {
  constructor(
    private readonly requests: FourEyesRepository,
    private readonly carryOut: CarryOut,
    private readonly longAnswers: LongAnswers,
    private readonly secondAccounts: SecondAccounts,
    private readonly subjects: AuditSubjects,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async ask(request: Request, scope: string, seen?: string): Promise<FourEyesRequest> {
    const { principal, tenant } = admittedTo(request);
    const right = rightOfScope(scope);
    if (right === undefined) throw KernelErrors.insufficientScope(undefined, { scope });
    const call = callIn(request, seen);
    const subject = await this.#subjectOf(request, tenant);
    const made = { right, route: routeOf(request), subject, askedBy: principal.sub ?? '', call };
    const asked = FourEyesRequest.ask(tenant, made, this.clock.now());
    return this.uow.run((tx) => this.#add(tx, tenant, asked));
  }

  page(
    { principal, tenant }: Admitted,
    filter: FourEyesFilter,
    limit: number,
    after: string | undefined,
  ): Promise<FourEyesRequest[]> {
    return this.requests.page(tenant, viewerOf(principal), filter, limit, after);
  }

  /**
   * Finds a request that the caller made or could approve. Other requests cause an error: if the request is in the
   * caller's tenant, the error says that the right is missing, otherwise that the request does not exist.
   */
  async find({ principal, tenant }: Admitted, id: string): Promise<FourEyesRequest> {
    const request = (await this.requests.find(tenant, id)) ?? notFound();
    if (request.askedBy === principal.sub || hasRightToAgree(principal, request.right)) return request;
    if (request.enterpriseId !== tenant.enterpriseId || request.test !== tenant.test) notFound();
    demandRight(principal, request.right);
    return request;
  }

  /** Writes to the audit log that an operator has viewed a request. */
  async noteLook(request: FourEyesRequest): Promise<void> {
    await this.audit.record(noteOf('viewed', request));
  }

  /** Writes to the audit log that requests were listed: the filter used, not each request. */
  async noteSearch(tenant: Tenant, { states, by }: FourEyesFilter, rows: number, more: boolean): Promise<void> {
    const filter = { ...(states && { states: [...states] }), ...(by && { askedBy: by }) };
    await this.audit.record({ kind: 'operators.four-eyes-searched', tenant, details: { filter, rows, more } });
  }

  /** Approves a request, and then runs its call. If this process dies, the upkeep job runs the call. */
  async agree(admitted: Admitted, id: string): Promise<FourEyesRequest> {
    const sub = admitted.principal.sub ?? '';
    const { right } = await this.find(admitted, id);
    const isAgreed = await this.uow.run(async (tx) => {
      const request = await this.#lockWaiting(tx, id);
      if (request.askedBy === sub) throw OperatorErrors.ownRequest();
      demandRight(admitted.principal, right);
      await this.secondAccounts.refuse(tx, request, sub);
      const at = this.clock.now();
      if (await this.carryOut.askerOf(request)) {
        await this.requests.decide(tx, request, { action: 'agree', by: sub, at });
        tx.pending.audit.push(noteOf('agreed', request));
        return true;
      }
      await this.requests.decide(tx, request, { action: 'refuse', by: null, at });
      tx.pending.audit.push(noteOf('refused', request, { details: { because: 'asker-out' } }));
      return false;
    });
    if (!isAgreed) throw OperatorErrors.askerOut();
    await this.carryOut.run(id);
    return this.find(admitted, id);
  }

  /** Refuses another operator's request, which requires a reason, or withdraws the caller's own request. */
  async refuse(admitted: Admitted, id: string, comments: string | undefined): Promise<FourEyesRequest> {
    const { principal } = admitted;
    const { askedBy, right } = await this.find(admitted, id);
    const isOwn = askedBy === principal.sub;
    if (!isOwn) demandRight(principal, right);
    if (!isOwn && (comments ?? '').trim().length < SHORTEST_REASON) throw reasonMissing();
    await this.uow.run(async (tx) => {
      const request = await this.#lockWaiting(tx, id);
      const action = isOwn ? 'takeBack' : 'refuse';
      const decision = { action, by: principal.sub ?? null, at: this.clock.now(), refusal: comments } as const;
      await this.requests.decide(tx, request, decision);
      const why = comments !== undefined && { comments };
      tx.pending.audit.push(noteOf(isOwn ? 'taken-back' : 'refused', request, { ...why }));
    });
    return this.find(admitted, id);
  }

  /**
   * Returns the stored response of the route. Only the requester gets it, and only while still holding the right for
   * the call. Every read is written to the audit log.
   */
  async answerOf(admitted: Admitted, id: string): Promise<JsonValue | StreamableFile> {
    const request = await this.find(admitted, id);
    if (request.askedBy !== admitted.principal.sub) throw OperatorErrors.answerNotFound();
    demandRight(admitted.principal, request.right);
    const kept = await this.requests.answerOf(id, this.clock.now());
    const answer = kept && ('value' in kept ? kept.value : await this.longAnswers.open(request, kept.blobId));
    if (answer === undefined) throw OperatorErrors.answerNotFound();
    await this.audit.record(noteOf('answer-read', request));
    return answer;
  }

  async fall(id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const request = await this.requests.lock(tx, id);
      const at = this.clock.now();
      if (!request?.isOverdue(at)) return;
      await this.requests.decide(tx, request, { action: 'fall', by: null, at });
      tx.pending.audit.push(noteOf('fallen', request));
    });
  }

  async #add(tx: Tx, tenant: Tenant, asked: FourEyesRequest): Promise<FourEyesRequest> {
    const waiting = await this.requests.lockWaiting(tx, tenant, asked.right);
    const same = waiting.find((one) => one.fallsAt > asked.askedAt && isSame(one, asked));
    if (same) return same;
    if (waiting.length >= MOST_WAITING) throw ConsoleErrors.tooManyWaiting();
    await this.requests.add(tx, asked);
    tx.pending.audit.push(noteOf('asked', asked, { comments: asked.call.comments }));
    return asked;
  }

  /** Locks a pending request. Throws if it has expired, even if the upkeep job has not marked it yet. */
  async #lockWaiting(tx: Tx, id: string): Promise<FourEyesRequest> {
    const request = (await this.requests.lock(tx, id)) ?? notFound();
    if (request.isOverdue(this.clock.now())) throw OperatorErrors.alreadyDecided();
    return request;
  }

  /** Finds the user whom the call is about. Throws if there is no such user. */
  async #subjectOf({ params }: Request, tenant: Tenant): Promise<string | null> {
    const userId: unknown = params['userId'];
    if (typeof userId !== 'string') return null;
    const subject = await this.subjects.subOf(tenant, userId);
    if (subject === undefined) throw UserErrors.notFound();
    return subject;
  }
}

const viewerOf = (caller: Principal): Viewer => ({
  sub: caller.sub ?? '',
  rights: rightsWith((scope) => holdsScope(caller, scope) || (caller.operator?.withSecond.has(scope) ?? false)),
});

/**
 * Whether the caller could approve requests that need this right. Operators who themselves need a second operator to
 * use the right may also approve.
 */
export const hasRightToAgree = (caller: Principal, right: RightName): boolean =>
  viewerOf(caller).rights.includes(right);

function demandRight(caller: Principal, right: RightName): void {
  const scope = scopeOfRight(right);
  if (!hasRightToAgree(caller, right)) throw KernelErrors.insufficientScope(`This needs ${scope}`, { scope });
}

function callIn(request: Request, seen: string | undefined): KeptCall {
  const body = (request.body ?? null) as JsonValue;
  const call = { method: request.method, path: request.url, body, comments: reasonOf(request), seen };
  const largest = FOR_MANY.includes(routeOf(request)) ? LARGEST_FOR_MANY : LARGEST;
  if (Buffer.byteLength(JSON.stringify(call)) > largest) throw ConsoleErrors.tooLargeToKeep();
  return call;
}

function reasonOf(request: Request): string {
  const { comments }: { readonly comments?: unknown } = Object(request.body ?? {}) as object;
  return demandReason(reasonIn(request) ?? comments);
}

const isSame = (one: FourEyesRequest, { askedBy, call }: FourEyesRequest): boolean =>
  one.askedBy === askedBy &&
  one.call.method === call.method &&
  one.call.path === call.path &&
  one.call.seen === call.seen &&
  canonicalJson(withoutReason(one.call.body)) === canonicalJson(withoutReason(call.body));

function withoutReason(body: JsonValue): JsonValue {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { comments: _, ...rest } = body as Record<string, JsonValue>;
  return rest;
}

function notFound(): never {
  throw OperatorErrors.requestNotFound();
}
