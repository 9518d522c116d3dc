import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { sealedColumn } from '../../../shared/kernel/index.js';
import { Operator } from '../../people/operator.entity.js';
import type { Severity } from '../alarm-changes.js';

/** An operator's subscription to alarms. Each operator has at most one row. */
@Entity({ schema: 'operators', name: 'alarm_subscription' })
@Check('alarm_subscription_least_severity_check', `least_severity IN ('warning', 'critical')`)
export class AlarmSubscription {
  @ForeignKey(() => Operator, { name: 'alarm_subscription_sub_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'uuid' })
  sub!: string;
  /** Whether alarms are mailed to the operator. */
  @Column({ type: 'boolean' }) mail!: boolean;
  @Column({ type: 'text', name: 'least_severity' }) leastSeverity!: Severity;
  /**
   * The URL and the secret of the server that receives alarms for the operator. They are encrypted together, so that
   * neither can be replaced alone.
   */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_server' }) sealedServer!: Buffer | null;

  static readonly sealContext = sealedColumn(
    'operators.alarm_subscription',
    'sealed_server',
    'sub',
    (sub) => `operators/alarm-server:${sub}`,
  );

  static none(sub: string): AlarmSubscription {
    const nothing = { sub, mail: false, leastSeverity: 'warning', sealedServer: null } as const;
    return Object.assign(new AlarmSubscription(), nothing);
  }
}
