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

/** Up to which hour the rows of one figure source have been counted, and when its past hours were last recounted. */
@Entity({ schema: 'shared', name: 'figure_progress' })
export class FigureProgress {
  @PrimaryColumn({ type: 'text' }) source!: string;
  /** All hours before this time have been counted. */
  @Column({ type: 'timestamptz' }) until!: Date;
  /** When the hours of the last two days (`recent`) and of the last 40 days (`deep`) were last recounted. */
  @Column({ type: 'timestamptz', nullable: true, name: 'recent_at' }) recentAt!: Date | null;
  @Column({ type: 'timestamptz', nullable: true, name: 'deep_at' }) deepAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'counted_at' }) countedAt!: Date;
}
