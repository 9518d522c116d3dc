import { AuditActorDto } from '../../../audit/contract/index.js';
import { EnumField, IntegerField, ObjectField, TextField } from '../../../shared/fields/index.js';
import { userStatus, type UserStatus } from '../user-status.js';
import { type ChangedBy, changers } from '../../contract/users.events.js';
import type { StatusChange } from '../user-status.js';

export const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

export class StatusChangeDto {
  @IntegerField({ ...TIMESTAMP, description: 'When the status changed, in milliseconds since 1970.' })
  changedTs!: number;
  @EnumField(userStatus.states, {
    name: 'UserStatus',
    optional: true,
    example: 'ACTIVE',
    description: 'The previous status. Omitted for the enrolment.',
  })
  from?: UserStatus;
  @EnumField(userStatus.states, { name: 'UserStatus', example: 'BLOCKED' }) to!: UserStatus;
  @EnumField(changers, {
    name: 'UserStatusChanger',
    example: 'enterprise',
    description: 'What caused the change: the enterprise, the user, wrong attempts, or the passage of time.',
  })
  by!: ChangedBy;
  @ObjectField(() => AuditActorDto, { description: 'Who made the change, as in the audit log.' }) actor!: AuditActorDto;
  @TextField({
    max: 1000,
    nullable: true,
    singleLine: false,
    example: 'Reported her phone stolen',
    description: 'The reason.',
  })
  comments!: string | null;

  /**
   * Converts a status change that is stored with the user or in the audit log. There, users are identified by `sub`;
   * the response contains `userId` instead.
   */
  static of(
    { at, from, to, by, actor: { kind, id, actingFor }, comments }: StatusChange,
    userId: string,
  ): StatusChangeDto {
    const actor = { kind, id: kind === 'user' ? userId : id, actingFor: actingFor ?? null };
    return { changedTs: Date.parse(at), ...(from && { from }), to, by, actor, comments };
  }
}
