import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event that its receiver has not acknowledged yet. */
@Entity({ schema: 'shared', name: 'security_event' })
@Index('security_event_waiting', ['streamId', 'eventId'])
export class SecurityEvent {
  /** The `jti` of the event's token, the same for all attempts. Ids are ordered by time. */
  @PrimaryColumn({ type: 'uuid', name: 'event_id' }) eventId!: string;
  @Column({ type: 'uuid', name: 'stream_id' }) streamId!: string;
  @Column({ type: 'bytea', name: 'sealed_content' }) sealedContent!: Buffer;
}
