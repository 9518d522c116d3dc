import type { ContentBody } from '@countersign/evidence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Tenant } from '../../shared/kernel/index.js';
import { checkTemplate, type Template, type Variables } from './template.js';

/** One version of a template. It never changes, so the texts of a notification made from it can be looked up later. */
@Entity({ schema: 'notifications', name: 'notification_template' })
export class NotificationTemplate {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'text', collation: 'C', name: 'template_id' }) templateId!: string;
  @PrimaryColumn({ type: 'int' }) version!: number;
  @Column({ type: 'jsonb' }) variables!: Variables;
  @Column({ type: 'jsonb' }) body!: readonly ContentBody[];
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;

  static create({ enterpriseId, test }: Tenant, templateId: string, version: number, template: Template, now: Date) {
    checkTemplate(template);
    const { variables, body } = template;
    const made = { enterpriseId, test, templateId, version, variables, body, createdAt: now };
    return Object.assign(new NotificationTemplate(), made);
  }
}
