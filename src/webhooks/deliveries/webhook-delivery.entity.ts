import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DeliveryAttempt, DeliveryStatus } from './webhook-delivery.js';

/** One message to one endpoint, with the attempts to deliver it. */
@Entity({ schema: 'shared', name: 'webhook_delivery' })
@Check('webhook_delivery_status_check', `status IN ('waiting', 'delivered', 'failed')`)
@Index('webhook_delivery_listed', ['endpointId', 'deliveryId'])
@Index('webhook_delivery_status', ['endpointId', 'status', 'deliveryId'])
@Index('webhook_delivery_type', ['endpointId', 'type', 'deliveryId'])
@Index('webhook_delivery_waiting', ['givenUpAt'], { where: `status = 'waiting'` })
@Index('webhook_delivery_about', ['about', 'deliveryId'], { where: 'about IS NOT NULL' })
@Index('webhook_delivery_subject', ['subject', 'deliveryId'], { where: 'subject IS NOT NULL' })
export class WebhookDelivery {
  @PrimaryColumn({ type: 'uuid', name: 'delivery_id' }) deliveryId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'uuid', name: 'endpoint_id' }) endpointId!: string;
  /** The `webhook-id`: the same for every attempt, and for all endpoints that receive the event. */
  @Column({ type: 'uuid', name: 'event_id' }) eventId!: string;
  @Column({ type: 'text' }) type!: string;
  /** The exact body that is sent, encrypted because it may contain personal data. */
  @Column({ type: 'bytea', name: 'sealed_content' }) sealedContent!: Buffer;
  @Column({ type: 'text' }) status!: DeliveryStatus;
  /** The most recent attempts, oldest first. */
  @Column({ type: 'jsonb', default: [] }) attempts!: DeliveryAttempt[];
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', name: 'created_at' }) createdAt!: Date;
  /** The time at which a waiting delivery fails permanently, regardless of the number of attempts. */
  @Column({ type: 'timestamptz', precision: 3, name: 'given_up_at' }) givenUpAt!: Date;
  /** The id of the object that the event is about, and the `sub` of the person. */
  @Column({ type: 'uuid', nullable: true }) about!: string | null;
  @Column({ type: 'uuid', nullable: true }) subject!: string | null;
}

/** The beginning of a receiver's response to an attempt. It is deleted with its delivery. */
@Entity({ schema: 'shared', name: 'webhook_answer' })
@Index('webhook_answer_delivery', ['deliveryId'])
export class WebhookAnswer {
  @PrimaryColumn({ type: 'uuid', name: 'answer_id' }) answerId!: string;
  @ForeignKey(() => WebhookDelivery, { name: 'webhook_answer_delivery_id_fkey', onDelete: 'CASCADE' })
  @Column({ type: 'uuid', name: 'delivery_id' })
  deliveryId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  @Column({ type: 'bytea', name: 'sealed_text' }) sealedText!: Buffer;
}
