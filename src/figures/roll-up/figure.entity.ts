import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often something happened within one hour. */
@Entity({ schema: 'shared', name: 'figure' })
@Check('figure_count_check', 'count > 0')
@Index('figure_hour', ['name', 'at'])
@Index('figure_at', ['at'])
export class Figure {
  @PrimaryColumn({ type: 'text', collation: 'C', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'text', collation: 'C' }) name!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) dimension!: string;
  @PrimaryColumn({ type: 'timestamptz' }) at!: Date;
  @PrimaryColumn({ type: 'text', collation: 'C' }) key!: string;
  @Column({ type: 'bigint' }) count!: string;
}
