import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { type DetailSchema, schemaFaults } from './detail-schema.js';
import { type DetailTexts, textFaults } from './detail-texts.js';

export interface DetailTypeContent {
  readonly schema: DetailSchema;
  readonly texts: DetailTexts;
}

/**
 * A version of a type of authorization details. Versions are immutable. The newest one may mark the type as removed.
 */
@Entity({ schema: 'auth', name: 'detail_type' })
export class DetailType {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'text', collation: 'C' }) type!: string;
  @PrimaryColumn({ type: 'int' }) version!: number;
  @Column({ type: 'jsonb' }) schema!: DetailSchema;
  @Column({ type: 'jsonb' }) texts!: DetailTexts;
  @Column({ type: 'boolean' }) removed!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;

  static create({ enterpriseId, test }: Tenant, type: string, version: number, content: DetailTypeContent, now: Date) {
    const { schema, texts } = content;
    const errors = schemaFaults(schema);
    if (errors.length === 0) errors.push(...textFaults(texts, schema));
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors: errors.slice(0, 20) });
    const made = { enterpriseId, test, type, version, schema, texts, removed: false, createdAt: now };
    return Object.assign(new DetailType(), made);
  }

  /** A new version that marks the type as removed. */
  removedAt(now: Date): DetailType {
    return Object.assign(new DetailType(), this, { version: this.version + 1, removed: true, createdAt: now });
  }
}
