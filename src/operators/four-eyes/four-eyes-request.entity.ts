import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type JsonValue, newId, sealedColumn, Tenant } from '../../shared/kernel/index.js';
import { rightNames, type RightName } from '../roles/role-table.js';
import { type FourEyesAction, fourEyesState, type FourEyesState } from './four-eyes-state.js';

const DAY_MS = 86_400_000;

/** The API call that is waiting for approval. It is encrypted, because it may contain personal data. */
export interface KeptCall {
  readonly method: string;
  /** The path with its query string. */
  readonly path: string;
  readonly body: JsonValue;
  /** The requester's reason for the call. */
  readonly comments: string;
  /**
   * A fingerprint of the object that the call changes, taken when the request was made. If the object has changed
   * since, the approved call is refused.
   */
  readonly seen?: string | undefined;
}

export interface Outcome {
  readonly state: 'done' | 'failed';
  readonly status: number;
  readonly code: string | null;
  /** The body of the response to the approved call, stored for the requester. */
  readonly answer?: JsonValue | undefined;
  /** The id of the blob that contains the response, if the route streamed it. */
  readonly blobId?: string | undefined;
  readonly answerUntil?: Date | undefined;
}

/** The stored response to an approved call: its body, or the id of the blob that contains it. */
export type KeptAnswer = { readonly value: JsonValue } | { readonly blobId: string };

export interface Asked {
  readonly right: RightName;
  readonly route: string;
  readonly subject: string | null;
  readonly askedBy: string;
  readonly call: KeptCall;
}

const sealed = (column: string, what: string) =>
  sealedColumn('operators.four_eyes', column, 'id', (id) => `operators/four-eyes.${what}:${id}`);

/** An API call by an operator that needs the approval of a second operator, and its result. */
@Entity({ schema: 'operators', name: 'four_eyes' })
@Check('four_eyes_state_check', `state IN (${fourEyesState.states.map((state) => `'${state}'`).join(', ')})`)
@Check('four_eyes_check', `decided_by IS DISTINCT FROM asked_by OR state = 'takenBack'`)
@Index('four_eyes_list', ['enterpriseId', 'test', 'id'])
@Index('four_eyes_open', ['state', 'fallsAt'], { where: `state IN ('waiting', 'agreed')` })
@Index('four_eyes_subject', ['subject'], { where: 'subject IS NOT NULL' })
@Index('four_eyes_asked_at', ['askedAt'])
@Index('four_eyes_owners', ['id'], { where: `right_name = 'owners'` })
export class FourEyesRequest {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  /** The right that the second operator needs, under the name that it had when the request was created. */
  @Column({ type: 'text', name: 'right_name' }) rightName!: string;
  /** The route of the call, in the form `PUT /v1/users/:userId/status`. */
  @Column({ type: 'text' }) route!: string;
  /** The `sub` of the user whom the call is about, if its path contains a user id. */
  @Column({ type: 'uuid', nullable: true }) subject!: string | null;
  @Column({ type: 'text' }) state!: FourEyesState;
  @Column({ type: 'uuid', name: 'asked_by' }) askedBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'asked_at' }) askedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'falls_at' }) fallsAt!: Date;
  @Column({ type: 'bytea', name: 'sealed_call' }) sealedCall!: Buffer;
  @Column({ type: 'uuid', nullable: true, name: 'decided_by' }) decidedBy!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'decided_at' }) decidedAt!: Date | null;
  @Column({ type: 'bytea', nullable: true, name: 'sealed_refusal' }) sealedRefusal!: Buffer | null;
  /** The id of the last run of the call. Each process that leases the request starts a new run. */
  @Column({ type: 'uuid', nullable: true }) run!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'leased_until' }) leasedUntil!: Date | null;
  /** The number of times that a process has tried to run the call. */
  @Column({ type: 'int', default: 0 }) attempts!: number;
  /** The HTTP status of the response to the approved call. */
  @Column({ type: 'int', nullable: true, name: 'answer_status' }) answerStatus!: number | null;
  @Column({ type: 'text', nullable: true, name: 'answer_code' }) answerCode!: string | null;
  /** The encrypted response. It can be large, so it is selected only when needed. */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_answer', select: false }) sealedAnswer?: Buffer | null;
  /** The id of the blob that contains the response, if the route streamed it. */
  @Column({ type: 'uuid', nullable: true, name: 'answer_blob', select: false }) answerBlob?: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'answer_until' }) answerUntil!: Date | null;

  /** The decrypted API call. Like `refusal`, it is not a column: the repository sets it after decrypting. */
  call!: KeptCall;
  refusal!: string | null;

  static readonly callContext = sealed('sealed_call', 'call');
  static readonly refusalContext = sealed('sealed_refusal', 'refusal');
  static readonly answerContext = sealed('sealed_answer', 'answer');

  /** Creates a request. The repository encrypts its call. */
  static ask(tenant: Tenant, { right, ...asked }: Asked, now: Date): FourEyesRequest {
    const { enterpriseId, test } = tenant;
    return Object.assign(new FourEyesRequest(), {
      ...{ ...asked, id: newId(), enterpriseId, test, rightName: right },
      state: fourEyesState.move(null, 'ask'),
      askedAt: now,
      fallsAt: new Date(now.getTime() + DAY_MS),
      decidedBy: null,
      decidedAt: null,
      refusal: null,
      attempts: 0,
      answerStatus: null,
      answerCode: null,
      answerUntil: null,
    });
  }

  /** The right that the second operator needs. If that right no longer exists, the strictest one is used. */
  get right(): RightName {
    return rightNames.find((name) => name === this.rightName) ?? 'remove';
  }

  /** Whether the request has expired, even if the upkeep job has not marked it yet. */
  isOverdue(now: Date): boolean {
    return this.state === 'waiting' && this.fallsAt <= now;
  }

  decide(action: FourEyesAction, by: string | null, now: Date): void {
    this.state = fourEyesState.move(this.state, action);
    this.decidedBy = by;
    this.decidedAt = now;
  }
}
