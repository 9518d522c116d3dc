import { EnumField, IntegerField, ObjectField, TextField } from '../../../shared/fields/index.js';
import { ApiProperty } from '@nestjs/swagger';
import type { Principal } from '../../../shared/auth-guard/index.js';
import { statusVerbs, userStatus, verbsOf, type StatusVerb, type UserStatus } from '../user-status.js';
import type { User } from '../user.entity.js';
import { TIMESTAMP } from './status-change.dto.js';
import { UserDto } from './user.dto.js';

const verbs = Object.keys(statusVerbs) as StatusVerb[];

export class AllowedVerbDto {
  @EnumField(verbs, { name: 'UserStatusVerb', example: 'BLOCKED' }) verb!: StatusVerb;
  @EnumField(userStatus.states, {
    name: 'UserStatus',
    example: 'BLOCKED',
    description: 'The status that the user has after this verb.',
  })
  to!: UserStatus;
  @EnumField(['idvVerified'], {
    name: 'UserStatusNeed',
    optional: true,
    description:
      'What is still required before this verb is allowed. `idvVerified`: an identity verification that ended as VERIFIED.',
  })
  needs?: 'idvVerified';
}

export class UserIdvDto {
  @TextField({ max: 255, example: 'VERIFIED' }) status!: string;
  @IntegerField({
    ...TIMESTAMP,
    nullable: true,
    description: 'When the verification reached this status, in milliseconds since 1970.',
  })
  finishedTs!: number | null;
}

/** A user, with the status changes that are currently possible. */
export class UserDetailsDto extends UserDto {
  @ApiProperty({
    type: [AllowedVerbDto],
    description: 'The verbs that `PUT /v1/users/{userId}/status` accepts now, each with the resulting status.',
  })
  allowedVerbs!: AllowedVerbDto[];
  @ObjectField(() => UserIdvDto, { nullable: true, description: 'The newest identity verification that has ended.' })
  idv!: UserIdvDto | null;
  @IntegerField({
    ...TIMESTAMP,
    nullable: true,
    description:
      'Until this time, operators need the approval of a second operator to send an activation code. In milliseconds since 1970. Present only after an operator has changed the e-mail address or mobile number.',
  })
  codesHeldUntilTs!: number | null;

  static ofDetails(user: User, caller: Principal): UserDetailsDto {
    const { idvStatus: status, idvFinishedAt, codesHeldUntil } = user;
    return Object.assign(UserDto.of(user, caller), {
      allowedVerbs: verbsOf(user),
      codesHeldUntilTs: codesHeldUntil?.getTime() ?? null,
      idv: status === null ? null : { status, finishedTs: idvFinishedAt?.getTime() ?? null },
    });
  }
}
