import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { OpenAlarm, Severity } from './alarm-changes.js';

/** An open alarm. `toldAt` is when it was last reported to receivers, or 1970 if it has never been reported. */
@Entity({ schema: 'operators', name: 'open_alarm' })
@Check('open_alarm_severity_check', `severity IN ('warning', 'critical')`)
export class StoredAlarm implements OpenAlarm {
  /** The kind of alarm, as in `GET /v1/attention`, such as `audit.lag`. */
  @PrimaryColumn({ type: 'text' }) kind!: string;
  @Column({ type: 'text' }) severity!: Severity;
  @Column({ type: 'integer' }) count!: number;
  @Column({ type: 'timestamptz', precision: 3 }) since!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'seen_at' }) seenAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'told_at' }) toldAt!: Date;
}
