import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A picture that one process has asked another to read, and the answer. A job (see `EngineRequestRepository`) decides
 * which process reads it, and when. The table is unlogged, because its rows live for seconds.
 */
@Entity({ schema: 'idv', name: 'engine_job' })
@Index('engine_job_open', { synchronize: false })
export class EngineRequest {
  @PrimaryColumn({ type: 'uuid', name: 'job_id' }) requestId!: string;
  @Column({ type: 'text' }) pool!: string;
  @Column({ type: 'bytea', name: 'job' }) sealedRequest!: Buffer;
  @Column({ type: 'bytea', nullable: true, name: 'answer' }) sealedAnswer!: Buffer | null;
  /** After this time the requester has given up, and the request is removed. */
  @Column({ type: 'timestamptz', precision: 3, name: 'wanted_until' }) wantedUntil!: Date;
  /** Empty for a request that belongs to no tenant. */
  @Column({ type: 'text', default: '' }) tenant!: string;
  /** Whether the requester has created a job. Processes of the previous release do not: a trigger creates it. */
  @Column({ type: 'boolean', default: false, name: 'has_job' }) hasJob!: boolean;
  /**
   * The columns `tries`, `takenUntil` and `place` are used only by processes of the release before this one, to lease
   * requests. Remove them when no such process can run (in the next release).
   */
  @Column({ type: 'smallint', default: 0 }) tries!: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'taken_until' }) takenUntil!: Date | null;
  @Column({ type: 'integer', default: 0 }) place!: number;
}
