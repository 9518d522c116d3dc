import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { newId, sealedColumn, type Tenant } from '../../shared/kernel/index.js';

/** The actions that can be applied to many users at once. */
export const userActionNames = ['PAUSED', 'UNPAUSE', 'BLOCKED', 'UNBLOCK', 'ACTIVATION_CODE'] as const;
export type UserActionName = (typeof userActionNames)[number];

/** The failure of the action for one user: the user's position in the request, and the code and title of the error. */
export type Failure = readonly [index: number, code: string, title: string];

export interface NewUserAction {
  readonly action: UserActionName;
  readonly total: number;
  readonly requestId: string;
  readonly createdAt: Date;
}

/** A bulk action on users, with its progress. */
@Entity({ schema: 'users', name: 'user_action' })
@Index('user_action_list', ['enterpriseId', 'test', 'id'])
@Index('user_action_created_at', ['createdAt'])
export class UserAction {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) action!: UserActionName;
  @Column({ type: 'int' }) total!: number;
  /** The number of users that have been handled, successfully or not. */
  @Column({ type: 'int', default: 0 }) handled!: number;
  /** The failures for individual users, without personal data. */
  @Column({ type: 'jsonb', default: [] }) failures!: Failure[];
  /** The request id in all audit entries that the bulk action writes, so that they can be found together. */
  @Column({ type: 'text', name: 'request_id' }) requestId!: string;
  @Column({ type: 'bytea', name: 'sealed_plan' }) sealedPlan!: Buffer;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'ended_at' }) endedAt!: Date | null;

  static readonly sealContext = sealedColumn(
    'users.user_action',
    'sealed_plan',
    'id',
    (id) => `users/user-action:${id}`,
  );

  /** Creates a bulk action without its plan, which the repository encrypts. */
  static start({ enterpriseId, test }: Tenant, started: NewUserAction): UserAction {
    const first = { handled: 0, failures: [], endedAt: null };
    return Object.assign(new UserAction(), { ...started, ...first, id: newId(), enterpriseId, test });
  }
}
