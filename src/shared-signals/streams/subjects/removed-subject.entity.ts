import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SignalStream } from '../signal-stream.entity.js';

/** A user about whom a receiver wants no events. It gets events about all other users. */
@Entity({ schema: 'shared', name: 'signal_removed_subject' })
export class RemovedSubject {
  @ForeignKey(() => SignalStream, { name: 'signal_removed_subject_stream_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'uuid', name: 'stream_id' })
  streamId!: string;
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
}
