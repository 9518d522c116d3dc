import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { type JsonObject, Sealed, sealedColumn, Tenant } from '../../shared/kernel/index.js';
import type { Approver } from '../contract/approval-device.port.js';
import type { Level } from '../sessions/levels.js';
import { type ApprovalState, approvalState, type ApprovalStep } from './approval-state.js';

/** The answer with which the user approved the request, and the grant created for it. */
export interface ApprovedBy {
  readonly deviceId: string;
  readonly evidenceDigest: string;
  /** The time of the answer, in seconds since 1970. */
  readonly at: number;
  readonly grantId: string;
}

const LONGER_SECONDS = 60;
/**
 * The minimum number of seconds between two polls by a client. Each early poll increases the interval by the same
 * number.
 */
export const POLL_SECONDS = 5;

/**
 * A client's request that the user approves on the phone, and its result. Only the hash of the request's id is stored.
 */
@Sealed<Approval>('auth.approval', { except: ['sealedPing', 'waitSeconds', 'polledAt'] })
@Entity({ schema: 'auth', name: 'approval' })
@Check('approval_state_check', `state IN (${approvalState.states.map((state) => `'${state}'`).join(', ')})`)
@Index('approval_of_user', ['sub', 'createdAt'])
@Index('approval_expires_at', ['expiresAt'])
@Unique('approval_notification_uuid_key', ['notificationUuid'])
export class Approval {
  /** The hash of the `auth_req_id`, with which the client fetches its tokens. */
  @PrimaryColumn({ type: 'text', name: 'id_hash' }) idHash!: string;
  @Column({ type: 'uuid', name: 'notification_uuid' })
  notificationUuid!: string;
  @Column({ type: 'text', name: 'client_id' }) clientId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', collation: 'C', name: 'user_id' }) userId!: string;
  /** The request in machine-readable form. The user's answer includes its digest. */
  @Column({ type: 'jsonb' }) request!: JsonObject;
  @Column({ type: 'int' }) level!: Level;
  /** The `acr` value that tells the client the level of the approval. */
  @Column({ type: 'text' }) acr!: string;
  @Column({ type: 'text' }) state!: ApprovalState;
  @Column({ type: 'jsonb', nullable: true }) answer!: ApprovedBy | null;
  /** The `auth_req_id` and the client's notification token, encrypted. Null unless the client is pinged. */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_ping' }) sealedPing!: Buffer | null;
  /** The required number of seconds between two polls by the client. */
  @Column({ type: 'int', name: 'wait_seconds', default: 5 }) waitSeconds!: number;
  @Column({ type: 'timestamptz', nullable: true, name: 'polled_at' }) polledAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'ended_at' }) endedAt!: Date | null;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  static readonly pingContext = sealedColumn('auth.approval', 'sealed_ping', 'id_hash', (id) => `auth/ping:${id}`);

  static ask(
    { sub, userId, enterpriseId, test }: Approver,
    asked: Pick<
      Approval,
      | 'idHash'
      | 'notificationUuid'
      | 'clientId'
      | 'request'
      | 'level'
      | 'acr'
      | 'sealedPing'
      | 'createdAt'
      | 'expiresAt'
    >,
  ): Approval {
    return Object.assign(new Approval(), asked, {
      ...{ sub, userId, enterpriseId, test },
      state: approvalState.move(null, 'ask'),
      ...{ answer: null, waitSeconds: POLL_SECONDS, polledAt: null, endedAt: null },
    });
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  /**
   * The time until which the client can fetch the tokens. It is at least a minute after the answer, so that an answer
   * given at the last second is still useful.
   */
  get lastsUntil(): Date {
    const answered = this.answer ? (this.answer.at + LONGER_SECONDS) * 1000 : 0;
    return new Date(Math.max(this.expiresAt.getTime(), answered));
  }

  /** The types of the request's `authorization_details`. */
  get types(): string[] {
    const details = this.request['authorization_details'];
    return Array.isArray(details) ? (details as { readonly type: string }[]).map(({ type }) => type) : [];
  }

  end(step: ApprovalStep, now: Date, answer: ApprovedBy | null = null): void {
    this.state = approvalState.move(this.state, step);
    this.endedAt = now;
    this.answer = answer;
  }
}
