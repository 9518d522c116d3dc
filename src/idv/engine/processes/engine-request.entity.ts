import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A request from one process to another to analyse a picture, and the response. Each request has a job; the process
 * that leases the job analyses the picture. The table is unlogged, because its rows live only for seconds.
 */
@Entity({ schema: 'idv', name: 'engine_job' })
@Index('engine_job_open', { synchronize: false })
export class EngineRequest {
  @PrimaryColumn({ type: 'uuid', name: 'job_id' }) requestId!: string;
  @Column({ type: 'text' }) pool!: string;
  @Column({ type: 'bytea', name: 'job' }) sealedRequest!: Buffer;
  @Column({ type: 'bytea', nullable: true, name: 'answer' }) sealedAnswer!: Buffer | null;
  /** The time at which the requester gives up. The request is removed after that. */
  @Column({ type: 'timestamptz', precision: 3, name: 'wanted_until' }) wantedUntil!: Date;
  /**
   * Identifies the enterprise and its mode, live or test (`Tenant.key`); empty for a request that belongs to no tenant.
   */
  @Column({ type: 'text', default: '' }) tenant!: string;
  /**
   * Whether the process that wrote the request has also created a job for it. Processes of the previous release do not,
   * so a trigger creates the job.
   */
  @Column({ type: 'boolean', default: false, name: 'has_job' }) hasJob!: boolean;
  /**
   * The columns `tries`, `takenUntil` and `place` are used only by processes of the previous release, to lease
   * requests. Remove them in the next release, when no such process can be running.
   */
  @Column({ type: 'smallint', default: 0 }) tries!: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'taken_until' }) takenUntil!: Date | null;
  @Column({ type: 'integer', default: 0 }) place!: number;
}
