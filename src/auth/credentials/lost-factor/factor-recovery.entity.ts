import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  type JsonObject,
  newIdAt,
  Sealed,
  Tenant,
  defineMachine,
  KernelErrors,
  type StateOf,
} from '../../../shared/kernel/index.js';

/**
 * States in the replacement of a lost second factor: an identity check, then a waiting period. During this period the
 * real user, who is notified, can stop the replacement.
 */
// prettier-ignore
export const factorRecoveryState = defineMachine('Replacement of a second factor', KernelErrors.forbidden, [
  // from       action     to          only when
  [null,        'begin',   'CHECKING'],
  ['CHECKING',  'confirm', 'WAITING',  'faceMatches'],
  ['CHECKING',  'refuse',  'REFUSED'],
  ['CHECKING',  'stop',    'STOPPED'],
  ['WAITING',   'stop',    'STOPPED'],
  ['WAITING',   'replace', 'DONE',     'waitIsOver'],
]);

export type FactorRecoveryState = StateOf<typeof factorRecoveryState.arrows>;

/** Maximum duration of the identity check, including a manual review. */
export const CHECK_DAYS = 7;
/** Time that the user has to set up the new factor after the waiting period. */
export const READY_DAYS = 7;

const OPEN: readonly FactorRecoveryState[] = ['CHECKING', 'WAITING'];

/** A replacement of a user's lost second factor. */
@Sealed<FactorRecovery>('auth.factor_recovery', { except: ['notificationUuid', 'origin'] })
@Entity({ schema: 'auth', name: 'factor_recovery' })
@Check(
  'factor_recovery_state_check',
  `state IN (${factorRecoveryState.states.map((state) => `'${state}'`).join(', ')})`,
)
@Index('factor_recovery_open', ['sub'], { unique: true, where: `state IN ('CHECKING', 'WAITING')` })
@Index('factor_recovery_of_user', ['sub', 'startedAt'])
@Index('factor_recovery_ends_at', ['endsAt'])
@Unique('factor_recovery_check_id_key', ['checkId'])
export class FactorRecovery {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) state!: FactorRecoveryState;
  /** The id of the identity check. */
  @Column({ type: 'uuid', name: 'check_id' }) checkId!: string;
  /** The application that the user was signing in to. */
  @Column({ type: 'text', name: 'client_id' }) clientId!: string;
  /** The hash of the cookie of the browser that started the replacement. No other browser can continue it. */
  @Column({ type: 'text', name: 'browser_hash' }) browserHash!: string;
  /** The id of the notification sent to the user's phones. */
  @Column({ type: 'uuid', nullable: true, name: 'notification_uuid' }) notificationUuid!: string | null;
  @Column({ type: 'jsonb' }) origin!: JsonObject;
  @Column({ type: 'timestamptz', precision: 3, name: 'started_at' }) startedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'ready_at' }) readyAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'ends_at' }) endsAt!: Date;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  static begin(
    { sub, enterpriseId, test }: Pick<FactorRecovery, 'sub' | 'enterpriseId' | 'test'>,
    asked: Pick<FactorRecovery, 'checkId' | 'clientId' | 'browserHash' | 'origin'>,
    now: Date,
  ): FactorRecovery {
    return Object.assign(new FactorRecovery(), asked, {
      ...{ id: newIdAt(now.getTime()), sub, enterpriseId, test },
      state: factorRecoveryState.move(null, 'begin'),
      ...{ notificationUuid: null, startedAt: now, readyAt: null, endsAt: daysAfter(now, CHECK_DAYS) },
    });
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  isOpen(now: Date): boolean {
    return OPEN.includes(this.state) && this.endsAt > now;
  }

  isReady(now: Date): boolean {
    return this.state === 'WAITING' && this.isOpen(now) && this.readyAt !== null && this.readyAt <= now;
  }

  confirm(waitHours: number, now: Date): void {
    this.state = factorRecoveryState.move(this.state, 'confirm', { faceMatches: true });
    this.readyAt = new Date(now.getTime() + waitHours * HOUR_MS);
    this.endsAt = daysAfter(this.readyAt, READY_DAYS);
  }

  refuse(): void {
    this.state = factorRecoveryState.move(this.state, 'refuse');
  }

  stop(): void {
    this.state = factorRecoveryState.move(this.state, 'stop');
  }

  replace(now: Date): void {
    this.state = factorRecoveryState.move(this.state, 'replace', { waitIsOver: this.isReady(now) });
  }
}

const HOUR_MS = 3_600_000;
const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * 24 * HOUR_MS);
