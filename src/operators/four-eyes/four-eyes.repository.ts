import { Injectable } from '@nestjs/common';
import { type JsonValue, sealedColumn, type Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, Database, type Sql, type Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { OF_ALL, rightNames, type RightName } from '../roles/role-table.js';
import { type FourEyesState, fourEyesState } from './four-eyes-state.js';
import {
  ADD,
  ANSWER,
  CLAIM,
  COUNT,
  DECIDE,
  FIND,
  FINISH,
  FORGET_ANSWERS,
  PAGE,
  SELECT,
  TO_CARRY_OUT,
  TO_FALL,
  WAITING,
  WAITING_OF_ALL,
} from './four-eyes.sql.js';

/** The call that waits. It may name persons, so it is sealed. */
export interface KeptCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: JsonValue;
  /** Why it is asked for. */
  readonly comments: string;
}

export interface FourEyesRequest {
  readonly id: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly right: RightName;
  /** `PUT /v1/users/:userId/status`. */
  readonly route: string;
  /** The person that the call is about, where its path names one. */
  readonly subject: string | null;
  readonly state: FourEyesState;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly fallsAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  /** How often it was tried to carry the call out. */
  readonly attempts: number;
  /** The status that the route answered with. */
  readonly answerStatus: number | null;
  readonly answerCode: string | null;
  readonly answerUntil: Date | null;
  readonly call: KeptCall;
  /** Why it was refused. */
  readonly refusal: string | null;
}

export interface FourEyesFilter {
  readonly states?: readonly FourEyesState[] | undefined;
  readonly by?: 'me' | 'others' | undefined;
}

/** Who asks for a list: sees what is theirs, and what they could agree to. */
export interface Viewer {
  readonly sub: string;
  readonly rights: readonly RightName[];
}

export interface Decision {
  readonly state: FourEyesState;
  readonly by: string | null;
  readonly at: Date;
  readonly refusal?: string | undefined;
}

export interface Outcome {
  readonly state: 'done' | 'failed';
  readonly status: number;
  readonly code: string | null;
  /** The body, for who has asked. */
  readonly answer?: JsonValue | undefined;
  readonly answerUntil?: Date | undefined;
}

const sealed = (column: string, what: string) =>
  sealedColumn('operators.four_eyes', column, 'id', (id) => `operators/four-eyes.${what}:${id}`);
const callContext = sealed('sealed_call', 'call');
const refusalContext = sealed('sealed_refusal', 'refusal');
const answerContext = sealed('sealed_answer', 'answer');

type Row = Omit<FourEyesRequest, 'call' | 'refusal'> & {
  readonly sealedCall: Buffer;
  readonly sealedRefusal: Buffer | null;
};

/** Requests of operators that wait for a second one, and what has become of them. */
@Injectable()
export class FourEyesRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {}

  /** Requests of one tenant, or about all, are made one after the other: how many wait is bounded. */
  async lockWaiting(tx: Tx, { enterpriseId, test }: Tenant, right: RightName): Promise<FourEyesRequest[]> {
    const isOfAll = right === OF_ALL;
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      advisoryLocks.fourEyes,
      isOfAll ? '*' : `${enterpriseId} ${test}`,
    ]);
    const rows = await (isOfAll ? tx.rows<Row>(WAITING_OF_ALL) : tx.rows<Row>(WAITING, [enterpriseId, test]));
    return rows.map((row) => this.#open(row));
  }

  async add(tx: Tx, request: FourEyesRequest): Promise<void> {
    const { id, enterpriseId, test, right, route, subject, state, askedBy, askedAt, fallsAt, call } = request;
    const sealedCall = this.sealer.sealJson(call as unknown as JsonValue, callContext(id));
    await tx.rows(ADD, [id, enterpriseId, test, right, route, subject, state, askedBy, askedAt, fallsAt, sealedCall]);
  }

  async find({ enterpriseId, test }: Tenant, id: string): Promise<FourEyesRequest | undefined> {
    const row = await this.db.one<Row>(FIND, [enterpriseId, test, id]);
    return row && this.#open(row);
  }

  async lock(tx: Tx, id: string): Promise<FourEyesRequest | undefined> {
    const [row] = await tx.rows<Row>(`${SELECT} WHERE id = $1 FOR UPDATE`, [id]);
    return row && this.#open(row);
  }

  /** Newest first. */
  async page(
    { enterpriseId, test }: Tenant,
    { sub, rights }: Viewer,
    { states, by }: FourEyesFilter,
    limit: number,
    after: string | undefined,
  ): Promise<FourEyesRequest[]> {
    const named = states ?? fourEyesState.states;
    const rows = await this.db.rows<Row>(PAGE, [
      enterpriseId,
      test,
      rights,
      sub,
      named,
      by ?? null,
      after ?? null,
      limit,
    ]);
    return rows.map((row) => this.#open(row));
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

  /** All that was asked for about a person, the newest first. */
  async about(subject: string): Promise<FourEyesRequest[]> {
    const rows = await this.db.rows<Row>(`${SELECT} WHERE subject = $1 ORDER BY id DESC`, [subject]);
    return rows.map((row) => this.#open(row));
  }

  async decide(tx: Tx, id: string, { state, by, at, refusal }: Decision): Promise<void> {
    const sealedRefusal = refusal === undefined ? null : this.sealer.seal(refusal, refusalContext(id));
    await tx.rows(DECIDE, [id, state, by, at, sealedRefusal]);
  }

  /** Takes an agreed request to carry it out, unless somebody else is doing so. */
  async claim(id: string, run: string, now: Date, until: Date): Promise<FourEyesRequest | undefined> {
    const row = await this.db.one<Row>(CLAIM, [id, run, now, until]);
    return row && this.#open(row);
  }

  async giveBack(id: string, run: string, until: Date): Promise<void> {
    await this.db.rows('UPDATE operators.four_eyes SET leased_until = $3 WHERE id = $1 AND run = $2', [id, run, until]);
  }

  /** False when another run has taken it over. */
  async finish(sql: Sql, id: string, run: string, outcome: Outcome): Promise<boolean> {
    const { state, status, code, answer, answerUntil } = outcome;
    const kept = answer === undefined ? null : this.sealer.sealJson(answer, answerContext(id));
    const values = [id, run, state, status, code, kept, kept && (answerUntil ?? null)];
    return (await sql.rows(FINISH, values)).length > 0;
  }

  async answerOf(id: string, now: Date): Promise<JsonValue | undefined> {
    const row = await this.db.one<{ answer: Buffer }>(ANSWER, [id, now]);
    return row && this.sealer.openJson(row.answer, answerContext(id));
  }

  async dueToFall(now: Date, except: readonly string[], limit: number): Promise<{ readonly id: string }[]> {
    return this.db.rows(TO_FALL, [now, except, limit]);
  }

  async dueToCarryOut(now: Date, except: readonly string[], limit: number): Promise<{ readonly id: string }[]> {
    return this.db.rows(TO_CARRY_OUT, [now, except, limit]);
  }

  async forgetAnswers(now: Date): Promise<void> {
    await this.db.rows(FORGET_ANSWERS, [now]);
  }

  async purge(before: Date): Promise<void> {
    await this.db.rows('DELETE FROM operators.four_eyes WHERE asked_at < $1', [before]);
  }

  async forgetSubject(tx: Tx, subject: string): Promise<void> {
    await tx.rows(`DELETE FROM operators.four_eyes WHERE subject = $1 AND state <> 'agreed'`, [subject]);
  }

  #open({ sealedCall, sealedRefusal, ...row }: Row): FourEyesRequest {
    const call = this.sealer.openJson(sealedCall, callContext(row.id)) as unknown as KeptCall;
    const refusal = sealedRefusal && this.sealer.openText(sealedRefusal, refusalContext(row.id));
    return { ...row, right: rightNames.find((name) => name === row.right) ?? 'remove', call, refusal };
  }
}
