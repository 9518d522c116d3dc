import { AuditActorDto } from '../../audit/contract/index.js';
import { EnumField, listOf, ObjectField, TextField, TimeField, UuidField } from '../../shared/http/index.js';
import { type Activity, type ActivityKind, activityKinds } from './merged-activity.js';

export class ActivityDto {
  @EnumField(activityKinds, {
    name: 'ActivityKind',
    example: 'notification',
    description: 'New kinds will come.',
  })
  kind!: ActivityKind;
  @UuidField({
    example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
    description: 'What its route is called with: of a session the `sessionId`, of a notification the uuid.',
  })
  id!: string;
  @TimeField({ description: 'When it happened; of a session and a notification when it was made.' }) at!: string;
  @TextField({
    max: 2_048,
    singleLine: false,
    example: 'Confirm the payment of €250.00',
    description: 'Of an audit event its kind, of a notification its subject or else its `msg_id`, of a session its id.',
  })
  title!: string;
  @TextField({
    max: 64,
    nullable: true,
    example: 'UPDATED',
    description: 'The status it has now; of an audit event `done` or `refused`.',
  })
  status!: string | null;
  @ObjectField(() => AuditActorDto, { nullable: true, description: 'Who did it: of audit events only.' })
  actor!: AuditActorDto | null;

  static of({ kind, id, at, title, status, actor }: Activity): ActivityDto {
    return { kind, id, at: new Date(at).toISOString(), title, status, actor: actor && { ...actor } };
  }
}

export class ActivityListDto extends listOf('activity', () => ActivityDto) {}
