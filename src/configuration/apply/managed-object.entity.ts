import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../../shared/kernel/index.js';

/** An object that configuration files manage: the members that they set, and whether they created it. */
@Entity({ schema: 'shared', name: 'managed_object' })
@Index('managed_object_set', ['managedBy', 'name'])
export class ManagedObject {
  /** The object's name in plans, such as `clients/acme/live/portal`. */
  @PrimaryColumn({ type: 'text', collation: 'C' }) name!: string;
  /** The set of files that manages the object. */
  @Column({ type: 'text', name: 'managed_by' }) managedBy!: string;
  @Column({ type: 'text' }) list!: string;
  /** The enterprise that the object belongs to. Null if it belongs to none. */
  @Column({ type: 'text', nullable: true, name: 'enterprise_id' }) enterpriseId!: string | null;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) key!: string;
  /** Whether the files created the object. Only such an object can be removed when the files no longer declare it. */
  @Column({ type: 'boolean' }) created!: boolean;
  /** The members that were last applied, without secrets. */
  @Column({ type: 'jsonb' }) applied!: JsonObject;
  @Column({ type: 'timestamptz', precision: 3, name: 'applied_at' }) appliedAt!: Date;
}
