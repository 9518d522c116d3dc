import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The stored face template of a user who has chosen to have it stored. */
@Entity({ schema: 'idv', name: 'face_template' })
@Index('face_template_of_tenant', ['enterpriseId', 'test', 'model', 'sub'])
export class KeptFace {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) model!: string;
  @Column({ type: 'bytea', name: 'sealed_values' }) sealedValues!: Buffer;
  /** Minimum similarity at which another picture counts as showing the same face. */
  @Column({ type: 'double precision', name: 'match_threshold' }) matchThreshold!: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'kept_at' }) keptAt!: Date;
}
