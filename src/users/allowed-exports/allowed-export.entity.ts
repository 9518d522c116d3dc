import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { newId, sealedColumn, Tenant } from '../../shared/kernel/index.js';

export interface NewExport {
  readonly askedBy: string;
  readonly agreedBy: string | null;
  readonly endsAt: Date;
}

/** An export of many persons that two have agreed on, until it is taken. */
@Entity({ schema: 'users', name: 'allowed_export' })
@Index('allowed_export_ends_at', ['endsAt'])
export class AllowedExport {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  /** `operator:<sub>` or `client:<id>`. */
  @Column({ type: 'text', name: 'asked_by' }) askedBy!: string;
  /** The second operator. */
  @Column({ type: 'uuid', nullable: true, name: 'agreed_by' }) agreedBy!: string | null;
  @Column({ type: 'bytea', name: 'sealed_terms' }) sealedTerms!: Buffer;
  @Column({ type: 'timestamptz', precision: 3, name: 'ends_at' }) endsAt!: Date;

  static readonly sealContext = sealedColumn(
    'users.allowed_export',
    'sealed_terms',
    'id',
    (id) => `users/allowed-export:${id}`,
  );

  /** The repository seals the terms. */
  static allow({ enterpriseId, test }: Tenant, allowed: NewExport): AllowedExport {
    return Object.assign(new AllowedExport(), { ...allowed, id: newId(), enterpriseId, test });
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }
}
