import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** The beginning of a receiver's answer to a try. It is deleted with its delivery. */
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
