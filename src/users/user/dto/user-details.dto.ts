import { EnumField, IntegerField, ObjectField, TextField } from '../../../shared/http/index.js';
import { ApiProperty } from '@nestjs/swagger';
import type { Principal } from '../../../shared/auth-guard/index.js';
import { statusVerbs, userStatus, verbsOf, type StatusVerb, type UserStatus } from '../user-status.js';
import type { User } from '../user.entity.js';
import { TIMESTAMP } from './status-change.dto.js';
import { UserDto } from './user.dto.js';

const verbs = Object.keys(statusVerbs) as StatusVerb[];

export class AllowedVerbDto {
  @EnumField(verbs, { name: 'UserStatusVerb', example: 'BLOCKED' }) verb!: StatusVerb;
  @EnumField(userStatus.states, { name: 'UserStatus', example: 'BLOCKED', description: 'Where it leads.' })
  to!: UserStatus;
  @EnumField(['idvVerified'], {
    name: 'UserStatusNeed',
    optional: true,
    description: 'Missing for it: a verification that ended VERIFIED.',
  })
  needs?: 'idvVerified';
}

export class UserIdvDto {
  @TextField({ max: 255, example: 'VERIFIED' }) status!: string;
  @IntegerField({ ...TIMESTAMP, nullable: true, description: 'In epoch milliseconds.' }) finishedTs!: number | null;
}

/** One user, with what may be done next. */
export class UserDetailsDto extends UserDto {
  @ApiProperty({ type: [AllowedVerbDto], description: 'What `PUT …/status` takes now, and where each leads.' })
  allowedVerbs!: AllowedVerbDto[];
  @ObjectField(() => UserIdvDto, { nullable: true, description: 'The newest verification that has ended.' })
  idv!: UserIdvDto | null;
  @IntegerField({
    ...TIMESTAMP,
    nullable: true,
    description:
      'Set where an operator has changed the e-mail address or mobile number: until then operators need a second one to have an activation code sent. In epoch milliseconds.',
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
