import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import type { JsonValue, Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, columnsOf, Database, type Sql, type Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { OF_ALL, type RightName } from '../roles/role-table.js';
import { FourEyesRequest, type KeptAnswer, type KeptCall, type Outcome } from './four-eyes-request.entity.js';
import type { RequestOfAnswer } from './carry-out/long-answers.service.js';
import { type FourEyesAction, type FourEyesState, fourEyesState } from './four-eyes-state.js';

export interface FourEyesFilter {
  readonly states?: readonly FourEyesState[] | undefined;
  readonly by?: 'me' | 'others' | undefined;
}

/** The operator who lists requests. The list contains the requests that this operator made or could approve. */
export interface Viewer {
  readonly sub: string;
  readonly rights: readonly RightName[];
}

export interface Decision {
  readonly action: FourEyesAction;
  readonly by: string | null;
  readonly at: Date;
  readonly refusal?: string | undefined;
}

/** Stores requests for approval, the decisions on them, and their results. */
@Injectable()
export class FourEyesRepository {
  readonly #columns: string;

  constructor(
    @InjectRepository(FourEyesRequest) private readonly rows: Repository<FourEyesRequest>,
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {
    this.#columns = columnsOf(db.dataSource, FourEyesRequest);
  }

  /**
   * Locks the pending requests of a tenant, or those about all enterprises. Requests are then created one at a time,
   * because the number of pending ones is limited.
   */
  async lockWaiting(tx: Tx, { enterpriseId, test }: Tenant, right: RightName): Promise<FourEyesRequest[]> {
    const isOfAll = right === OF_ALL;
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      advisoryLocks.fourEyes,
      isOfAll ? '*' : `${enterpriseId} ${test}`,
    ]);
    const about = isOfAll ? { rightName: OF_ALL } : { enterpriseId, test, rightName: Not(OF_ALL) };
    const rows = await tx.manager.findBy(FourEyesRequest, { ...about, state: 'waiting' });
    return rows.map((row) => this.#open(row));
  }

  async add(tx: Tx, request: FourEyesRequest): Promise<void> {
    const call = request.call as unknown as JsonValue;
    request.sealedCall = this.sealer.sealJson(call, FourEyesRequest.callContext(request.id));
    await tx.add(request);
  }

  /** Finds a request in its tenant. A request about all enterprises is found in every tenant. */
  async find({ enterpriseId, test }: Tenant, id: string): Promise<FourEyesRequest | undefined> {
    const row = await this.rows.findOneBy([
      { id, enterpriseId, test },
      { id, rightName: OF_ALL },
    ]);
    return row ? this.#open(row) : undefined;
  }

  async lock(tx: Tx, id: string): Promise<FourEyesRequest | undefined> {
    const row = await tx.lock(FourEyesRequest, { id });
    return row ? this.#open(row) : undefined;
  }

  /** Returns a page of requests, newest first. */
  async page(
    { enterpriseId, test }: Tenant,
    { sub, rights }: Viewer,
    { states, by }: FourEyesFilter,
    limit: number,
    after: string | undefined,
  ): Promise<FourEyesRequest[]> {
    const named = states ?? fourEyesState.states;
    const rows = await this.db.rows(pageOf(this.#columns), [
      enterpriseId,
      test,
      rights,
      sub,
      named,
      by ?? null,
      after ?? null,
      limit,
    ]);
    return rows.map((row) => this.#open(asRequest(row)));
  }

  async waitingFor(
    { enterpriseId, test }: Tenant,
    { sub, rights }: Viewer,
    now: Date,
    most: number,
  ): Promise<{ readonly count: number; readonly oldest: Date | null }> {
    const found = await this.db.one<{ count: number; oldest: Date | null }>(COUNT, [
      enterpriseId,
      test,
      rights,
      sub,
      now,
      most,
    ]);
    return found ?? { count: 0, oldest: null };
  }

  /** Returns all requests about a user, newest first. */
  async about(subject: string): Promise<FourEyesRequest[]> {
    const rows = await this.rows.find({ where: { subject }, order: { id: 'DESC' } });
    return rows.map((row) => this.#open(row));
  }

  /** Stores a decision on a locked request. */
  async decide(tx: Tx, request: FourEyesRequest, { action, by, at, refusal }: Decision): Promise<void> {
    request.decide(action, by, at);
    request.sealedRefusal =
      refusal === undefined ? null : this.sealer.seal(refusal, FourEyesRequest.refusalContext(request.id));
    await tx.save(request);
  }

  /** Leases an approved request in order to run its call. Undefined if another process holds the lease. */
  async claim(id: string, run: string, now: Date, until: Date): Promise<FourEyesRequest | undefined> {
    const row = await this.db.one(`${CLAIM} ${this.#columns}`, [id, run, now, until]);
    return row && this.#open(asRequest(row));
  }

  async renew(id: string, run: string, until: Date): Promise<void> {
    await this.rows.update({ id, run, state: 'agreed' }, { leasedUntil: until });
  }

  /** Stores the result of the call. Returns false if another run has taken over the request. */
  async finish(sql: Sql, id: string, run: string, outcome: Outcome): Promise<boolean> {
    const { state, status, code, answer, blobId, answerUntil } = outcome;
    const kept = answer === undefined ? null : this.sealer.sealJson(answer, FourEyesRequest.answerContext(id));
    const until = kept || blobId ? (answerUntil ?? null) : null;
    const values = [id, run, state, status, code, kept, blobId ?? null, until];
    return (await sql.rows(FINISH, values)).length > 0;
  }

  async answerOf(id: string, now: Date): Promise<KeptAnswer | undefined> {
    const select = { id: true, sealedAnswer: true, answerBlob: true } as const;
    const kept = await this.rows.findOne({ select, where: { id, answerUntil: MoreThan(now) } });
    if (kept?.answerBlob) return { blobId: kept.answerBlob };
    if (!kept?.sealedAnswer) return undefined;
    return { value: this.sealer.openJson(kept.sealedAnswer, FourEyesRequest.answerContext(id)) };
  }

  async dueToFall(now: Date, except: readonly string[], limit: number): Promise<{ readonly id: string }[]> {
    const where = { state: 'waiting', fallsAt: LessThanOrEqual(now), id: Not(In(except)) } as const;
    return this.rows.find({ select: { id: true }, where, order: { fallsAt: 'ASC' }, take: limit });
  }

  async dueToCarryOut(now: Date, limit: number): Promise<{ readonly id: string }[]> {
    const agreed = { state: 'agreed' } as const;
    const where = [
      { ...agreed, leasedUntil: IsNull() },
      { ...agreed, leasedUntil: LessThanOrEqual(now) },
    ];
    return this.rows.find({ select: { id: true }, where, order: { decidedAt: 'ASC' }, take: limit });
  }

  async forgetAnswers(now: Date): Promise<void> {
    await this.rows.update({ sealedAnswer: Not(IsNull()), answerUntil: LessThanOrEqual(now) }, { sealedAnswer: null });
  }

  /** Finds requests whose responses are stored in blobs and have expired. */
  async overdueBlobs(now: Date, except: readonly string[], limit: number): Promise<RequestOfAnswer[]> {
    const where = { answerBlob: Not(IsNull()), answerUntil: LessThanOrEqual(now), id: Not(In(except)) };
    return this.rows.find({ select: OF_ANSWER, where, order: { answerUntil: 'ASC' }, take: limit });
  }

  async forgetBlob(tx: Tx, id: string): Promise<void> {
    await tx.manager.update(FourEyesRequest, { id }, { answerBlob: null });
  }

  async dueToPurge(before: Date, except: readonly string[], limit: number): Promise<RequestOfAnswer[]> {
    const where = { askedAt: LessThan(before), id: Not(In(except)) };
    return this.rows.find({ select: OF_ANSWER, where, order: { askedAt: 'ASC' }, take: limit });
  }

  async lockAbout(tx: Tx, subject: string): Promise<FourEyesRequest[]> {
    return tx.manager.find(FourEyesRequest, {
      select: { ...OF_ANSWER, state: true },
      where: { subject },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.manager.delete(FourEyesRequest, { id });
  }

  #open(row: FourEyesRequest): FourEyesRequest {
    const { id, sealedCall, sealedRefusal } = row;
    const call = this.sealer.openJson(sealedCall, FourEyesRequest.callContext(id)) as unknown as KeptCall;
    const refusal = sealedRefusal && this.sealer.openText(sealedRefusal, FourEyesRequest.refusalContext(id));
    return Object.assign(row, { call, refusal });
  }
}

const OF_ANSWER = { id: true, enterpriseId: true, test: true } as const;

const asRequest = (row: object): FourEyesRequest => Object.assign(new FourEyesRequest(), row);

/** Selects the requests of a tenant, and those about all enterprises. */
const HERE = `((enterprise_id = $1 AND test = $2) OR right_name = '${OF_ALL}')`;

const VISIBLE = `${HERE} AND (right_name = ANY ($3::text[]) OR asked_by = $4)`;

const pageOf = (columns: string): string => `
  SELECT ${columns} FROM operators.four_eyes WHERE ${VISIBLE} AND state = ANY ($5::text[])
    AND ($6::text IS NULL OR (asked_by = $4) = ($6 = 'me')) AND ($7::uuid IS NULL OR id < $7)
  ORDER BY id DESC LIMIT $8`;

const COUNT = `
  SELECT count(*)::int AS count, min(asked_at) AS oldest FROM (
    SELECT asked_at FROM operators.four_eyes
    WHERE ${HERE} AND right_name = ANY ($3::text[]) AND asked_by <> $4
      AND state = 'waiting' AND falls_at > $5 LIMIT $6) AS found`;

/** Leases a request. It is a single statement, so that of two concurrent processes only one gets the lease. */
const CLAIM = `
  UPDATE operators.four_eyes SET run = $2, leased_until = $4, attempts = attempts + 1
  WHERE id = $1 AND state = 'agreed' AND (leased_until IS NULL OR leased_until <= $3)
  RETURNING`;

/**
 * Stores the result of a call. It is a single statement, so that a run whose lease another run has taken over cannot
 * store a result.
 */
const FINISH = `
  UPDATE operators.four_eyes
  SET state = $3, answer_status = $4, answer_code = $5, sealed_answer = $6, answer_blob = $7, answer_until = $8,
      leased_until = NULL
  WHERE id = $1 AND run = $2 AND state = 'agreed' RETURNING 1`;
