import { EnumField, IntegerField, TextField, ArrayField, text } from '../../../shared/http/fields/index.js';
import { userStatus, type UserStatus } from '../../domain/user-status.js';
import type { User } from '../../entities/user.entity.js';
import type { Enrolled } from '../../services/enrolment.service.js';

const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

export class UserDto {
  @TextField({ max: 255, example: 'jane.doe' }) userId!: string;
  @TextField({ max: 255, nullable: true, example: 'Jane' }) firstName!: string | null;
  @TextField({ max: 255, nullable: true, example: 'Doe' }) lastName!: string | null;
  @TextField({ max: 255, example: 'retail' }) primaryGroup!: string;
  @ArrayField(text({ max: 255 }), { max: 50, example: ['gold'] }) secondaryGroups!: string[];
  @TextField({ max: 254, nullable: true, example: 'jane.doe@example.com' }) emailId!: string | null;
  @TextField({ max: 16, nullable: true, example: '+4915112345678' }) mobileNumber!: string | null;
  @TextField({ max: 255, nullable: true, example: 'jane' }) loginId!: string | null;
  @TextField({ max: 35, example: 'de' }) language!: string;
  @EnumField(userStatus.states, { name: 'UserStatus', example: 'ONBOARDING' }) status!: UserStatus;
  @IntegerField({ ...TIMESTAMP, description: 'When the user was enrolled, in epoch milliseconds.' }) createdTs!: number;
  @IntegerField({ ...TIMESTAMP, description: 'When the user was last changed, in epoch milliseconds.' })
  updatedTs!: number;
  @TextField({ max: 255, example: 'portal', description: 'The client that enrolled the user.' }) createdBy!: string;
  @TextField({ max: 255, nullable: true, description: 'Of the newest verification that had one.' })
  kycReferenceId!: string | null;

  static of(user: User): UserDto {
    return {
      userId: user.userId,
      firstName: user.firstName,
      lastName: user.lastName,
      primaryGroup: user.primaryGroup,
      secondaryGroups: user.secondaryGroups,
      emailId: user.emailId,
      mobileNumber: user.mobileNumber,
      loginId: user.loginId,
      language: user.language,
      status: user.status,
      createdTs: user.createdAt.getTime(),
      updatedTs: user.updatedAt.getTime(),
      createdBy: user.createdBy,
      kycReferenceId: user.kycReferenceId,
    };
  }
}

export class EnrolledUserDto extends UserDto {
  @EnumField(['sent', 'none'], {
    description:
      '`sent`: a code to activate with is on its way to the user. `none`: it is not time yet, you set a code yourself, or there is nowhere to send one to.',
  })
  activation!: Enrolled['activation'];

  static ofEnrolled({ user, activation }: Enrolled): EnrolledUserDto {
    return Object.assign(UserDto.of(user), { activation });
  }
}
