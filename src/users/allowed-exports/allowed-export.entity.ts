import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { newId, sealedColumn, Tenant } from '../../shared/kernel/index.js';

export interface NewExport {
  readonly askedBy: string;
  readonly agreedBy: string | null;
  readonly endsAt: Date;
}

/** An export of many users that a second operator has approved, stored until the requester downloads it. */
@Entity({ schema: 'users', name: 'allowed_export' })
@Index('allowed_export_ends_at', ['endsAt'])
export class AllowedExport {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  /** The requester: `operator:<sub>` or `client:<id>`. */
  @Column({ type: 'text', name: 'asked_by' }) askedBy!: string;
  /** The second operator, who approved the export. */
  @Column({ type: 'uuid', nullable: true, name: 'agreed_by' }) agreedBy!: string | null;
  @Column({ type: 'bytea', name: 'sealed_terms' }) sealedTerms!: Buffer;
  @Column({ type: 'timestamptz', precision: 3, name: 'ends_at' }) endsAt!: Date;

  static readonly sealContext = sealedColumn(
    'users.allowed_export',
    'sealed_terms',
    'id',
    (id) => `users/allowed-export:${id}`,
  );

  /** Creates an approved export. The repository encrypts its terms. */
  static allow({ enterpriseId, test }: Tenant, allowed: NewExport): AllowedExport {
    return Object.assign(new AllowedExport(), { ...allowed, id: newId(), enterpriseId, test });
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }
}
