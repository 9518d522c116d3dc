import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { newId, Tenant } from '../../shared/kernel/index.js';
import { deliveredOf } from './event-types.js';
import type { StreamOwner, StreamSettings, StreamStatus } from './signal-stream.js';

/** The event stream of a client: which events it receives, and how. */
@Entity({ schema: 'shared', name: 'signal_stream' })
@Check('signal_stream_status_check', `status IN ('enabled', 'paused', 'disabled')`)
@Index('signal_stream_owner', ['enterpriseId', 'test', 'clientId'], { unique: true })
export class SignalStream {
  @PrimaryColumn({ type: 'uuid', name: 'stream_id' }) streamId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text', name: 'client_id' }) clientId!: string;
  @Column({ type: 'boolean', name: 'is_pushed' }) isPushed!: boolean;
  @Column({ type: 'bytea', name: 'sealed_delivery' }) sealedDelivery!: Buffer;
  @Column({ type: 'text', array: true, name: 'events_requested' }) eventsRequested!: string[];
  /** The requested event types that the service supports. Only these are delivered. */
  @Column({ type: 'text', array: true, name: 'events_delivered' }) eventsDelivered!: string[];
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text' }) status!: StreamStatus;
  @Column({ type: 'text', nullable: true, name: 'status_reason' }) statusReason!: string | null;
  /** The number of failed pushes since the last success. */
  @Column({ type: 'int' }) failures!: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'verified_at' }) verifiedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;

  /** Creates a stream. The caller must then set `sealedDelivery`, the encrypted delivery settings. */
  static create({ enterpriseId, test, clientId }: StreamOwner, now: Date): SignalStream {
    return Object.assign(new SignalStream(), {
      ...{ streamId: newId(), enterpriseId, test, clientId, status: 'enabled', statusReason: null },
      ...{ failures: 0, verifiedAt: null, createdAt: now },
    });
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  set({ eventsRequested, description }: Omit<StreamSettings, 'delivery'>, now: Date): void {
    this.eventsRequested = [...eventsRequested];
    this.eventsDelivered = deliveredOf(eventsRequested);
    this.description = description;
    this.failures = 0;
    this.updatedAt = now;
  }
}

/** A user about whom a stream's receiver wants no events. The receiver gets events about all other users. */
@Entity({ schema: 'shared', name: 'signal_removed_subject' })
export class RemovedSubject {
  @ForeignKey(() => SignalStream, { name: 'signal_removed_subject_stream_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'uuid', name: 'stream_id' })
  streamId!: string;
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
}
