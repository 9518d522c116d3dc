import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A picture that one process has asked another to read, and what was read of it. Its job says whose turn it is and which
 * process reads it. In a table that is not written to the log of PostgreSQL: it is there for seconds.
 */
@Entity({ schema: 'idv', name: 'engine_job' })
@Index('engine_job_open', { synchronize: false })
export class EngineRequest {
  @PrimaryColumn({ type: 'uuid', name: 'job_id' }) requestId!: string;
  @Column({ type: 'text' }) pool!: string;
  @Column({ type: 'bytea', name: 'job' }) sealedRequest!: Buffer;
  @Column({ type: 'bytea', nullable: true, name: 'answer' }) sealedAnswer!: Buffer | null;
  /** Set when its requester has given up. */
  @Column({ type: 'timestamptz', precision: 3, name: 'wanted_until' }) wantedUntil!: Date;
  /** Empty if it belongs to no tenant. */
  @Column({ type: 'text', default: '' }) tenant!: string;
  /** Whether its requester has created a job. The previous release does not: a trigger does. */
  @Column({ type: 'boolean', default: false, name: 'has_job' }) hasJob!: boolean;
  /** The previous release takes requests by these three. They can go when no process of it is left. */
  @Column({ type: 'smallint', default: 0 }) tries!: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'taken_until' }) takenUntil!: Date | null;
  @Column({ type: 'integer', default: 0 }) place!: number;
}
