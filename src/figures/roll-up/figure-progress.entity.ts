import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to which hour a source was counted. */
@Entity({ schema: 'shared', name: 'figure_progress' })
export class FigureProgress {
  @PrimaryColumn({ type: 'text' }) source!: string;
  /** The end of the counted hours. */
  @Column({ type: 'timestamptz' }) until!: Date;
  /** When the hours of the last two days (`recent`) and of the last 40 days (`deep`) were last counted again. */
  @Column({ type: 'timestamptz', nullable: true, name: 'recent_at' }) recentAt!: Date | null;
  @Column({ type: 'timestamptz', nullable: true, name: 'deep_at' }) deepAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'counted_at' }) countedAt!: Date;
}
