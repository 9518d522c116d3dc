import { AuditActorDto } from '../../audit/contract/index.js';
import { EnumField, listOf, ObjectField, TextField, TimeField, UuidField } from '../../shared/fields/index.js';
import { type UserStatus, userStatus } from '../user/user-status.js';
import { type Activity, type ActivityKind, activityKinds } from './merged-activity.js';

class ActivityStatusChangeDto {
  @EnumField(userStatus.states, { name: 'UserStatus', example: 'ACTIVE' }) from!: UserStatus;
  @EnumField(userStatus.states, { name: 'UserStatus', example: 'BLOCKED' }) to!: UserStatus;
}

export class ActivityDto {
  @EnumField(activityKinds, {
    name: 'ActivityKind',
    example: 'notification',
    description: 'The kind of entry. More kinds may be added.',
  })
  kind!: ActivityKind;
  @UuidField({
    example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
    description:
      'The id with which you can get the item: the `sessionId` of a verification, or the uuid of a notification.',
  })
  id!: string;
  @TimeField({ description: 'When an audit event happened, or when a verification or notification was created.' })
  at!: string;
  @TextField({
    max: 2_048,
    singleLine: false,
    example: 'Confirm the payment of €250.00',
    description:
      'The kind of an audit event, the subject of a notification (or its `msg_id`), or the id of a verification.',
  })
  title!: string;
  @TextField({
    max: 64,
    nullable: true,
    example: 'UPDATED',
    description: 'The current status. For an audit event: `done` or `refused`.',
  })
  status!: string | null;
  @ObjectField(() => AuditActorDto, {
    nullable: true,
    description: 'Who caused the event. Present only for audit events.',
  })
  actor!: AuditActorDto | null;
  @ObjectField(() => ActivityStatusChangeDto, {
    nullable: true,
    description: 'The previous and the new status, if an audit event changed the status of the user.',
  })
  statusChange!: ActivityStatusChangeDto | null;

  static of({ kind, id, at, title, status, actor, statusChange }: Activity): ActivityDto {
    const change = statusChange ? { from: statusChange.from, to: statusChange.to } : null;
    return {
      ...{ kind, id, at: new Date(at).toISOString(), title, status },
      ...{ actor: actor && { ...actor }, statusChange: change },
    };
  }
}

export class ActivityListDto extends listOf('activity', () => ActivityDto) {}
