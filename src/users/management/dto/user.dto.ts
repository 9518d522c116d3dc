import { OmitType, PartialType } from '@nestjs/swagger';
import {
  ArrayField,
  ChosenId,
  EmailField,
  EnumField,
  IntegerField,
  LanguageField,
  ObjectField,
  PhoneField,
  text,
  TextField,
} from '../../../shared/http/fields/index.js';
import type { Enrolled, Enrolment } from '../enrolment.service.js';
import { type ChangedBy, changers } from '../../contract/users.events.js';
import type { User, UserDetails } from '../../user/user.entity.js';
import { type StatusVerb, statusVerbs, userStatus, type UserStatus } from '../../user/user-status.js';
import { DEFAULT_LANGUAGE } from '../../contract/default-language.js';
import { StatusChangeDto, TIMESTAMP } from './status-change.dto.js';

const NAME = 255;
const GROUPS = 50;

export class CreateUserDto {
  @ChosenId({
    example: 'jane.doe',
    description: 'Your own id of the user. It stays taken for ever, also after deletion.',
  })
  userId!: string;

  @TextField({ max: NAME, example: 'retail', description: 'The group that the user belongs to.' })
  primaryGroup!: string;

  @EnumField(['ONBOARDING', 'CREATED'], {
    default: 'CREATED',
    example: 'ONBOARDING',
    description: 'ONBOARDING when the user is to pass an identity verification first.',
  })
  preferredStatus: 'ONBOARDING' | 'CREATED' = 'CREATED';

  @TextField({ max: NAME, optional: true, nullable: true, example: 'Jane', description: 'Given names, in any script.' })
  firstName?: string | null;

  @TextField({ max: NAME, optional: true, nullable: true, example: 'Doe', description: 'Family names, in any script.' })
  lastName?: string | null;

  @ArrayField(text({ max: NAME }), {
    max: GROUPS,
    unique: true,
    optional: true,
    example: ['gold'],
    description: 'Further groups.',
  })
  secondaryGroups?: string[];

  @EmailField({
    optional: true,
    nullable: true,
    example: 'jane.doe@example.com',
    description: 'Codes and notices are sent here.',
  })
  emailId?: string | null;

  @PhoneField({ optional: true, nullable: true, example: '+4915112345678', description: 'In the form of E.164.' })
  mobileNumber?: string | null;

  @ChosenId({
    optional: true,
    nullable: true,
    example: 'jane',
    description: 'A name to log in with besides the user id. Both share one namespace.',
  })
  loginId?: string | null;

  @LanguageField({
    optional: true,
    example: 'de',
    description:
      'The language that the user reads (BCP 47). Without one: `en` in messages, and on pages what the browser asks for.',
  })
  language?: string;

  @TextField({
    min: 6,
    max: 64,
    optional: true,
    nullable: true,
    example: 'K7M2-9QXD',
    description: 'An activation code of your own, which you give to the user yourself. No message is sent then.',
  })
  predefinedCode?: string | null;

  @TextField({
    max: 1000,
    optional: true,
    nullable: true,
    singleLine: false,
    description: 'A remark for your own people.',
  })
  comments?: string | null;

  static toEnrolment(dto: CreateUserDto, createdBy: string): Enrolment {
    return {
      userId: dto.userId,
      primaryGroup: dto.primaryGroup,
      preferredStatus: dto.preferredStatus,
      secondaryGroups: dto.secondaryGroups ?? [],
      firstName: dto.firstName ?? null,
      lastName: dto.lastName ?? null,
      emailId: dto.emailId ?? null,
      mobileNumber: dto.mobileNumber ?? null,
      loginId: dto.loginId ?? null,
      language: dto.language ?? null,
      predefinedCode: dto.predefinedCode ?? null,
      comments: dto.comments ?? null,
      createdBy,
    };
  }
}

/** The fields that may be corrected later. Changes the fields that are sent; `null` clears a value. */
export class CorrectUserDto extends PartialType(
  OmitType(CreateUserDto, ['userId', 'preferredStatus', 'predefinedCode'] as const),
  { skipNullProperties: false }, // otherwise `null` would pass for every field
) {
  static toChanges(dto: CorrectUserDto): Partial<UserDetails> {
    return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
  }
}

export class UpdateStatusDto {
  @EnumField(Object.keys(statusVerbs), {
    name: 'UserStatusVerb',
    example: 'CREATED',
    description:
      'CREATED after a VERIFIED identity verification; BLOCKED and UNBLOCK, PAUSED and UNPAUSE; RESET when credentials are lost; DELETED for good.',
  })
  status!: StatusVerb;

  @TextField({
    max: 1000,
    optional: true,
    singleLine: false,
    example: 'Reported her phone stolen',
    description:
      'Why. Told in `statusChange`, in the history and in the audit log, until the user is erased. Not kept where nothing changes.',
  })
  comments?: string;
}

export class UserIdParam {
  @ChosenId({ example: 'jane.doe' }) userId!: string;
}

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
  @TextField({ max: 1000, nullable: true, singleLine: false, description: 'The remark for your own people.' })
  comments!: string | null;
  @EnumField(userStatus.states, { name: 'UserStatus', example: 'ONBOARDING' }) status!: UserStatus;
  @EnumField(changers, {
    name: 'UserStatusChanger',
    optional: true,
    description: 'Of a BLOCKED user: the `enterprise`, or wrong `attempts`.',
  })
  blockedBy?: ChangedBy;
  @ObjectField(() => StatusChangeDto, {
    optional: true,
    description: 'The newest change of the status, if there was one since the enrolment.',
  })
  statusChange?: StatusChangeDto;
  @IntegerField({ ...TIMESTAMP, nullable: true, description: 'When the user was last active, to the hour.' })
  lastActiveTs!: number | null;
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
      language: user.language ?? DEFAULT_LANGUAGE,
      comments: user.comments,
      status: user.status,
      ...(user.blockedBy && { blockedBy: user.blockedBy }),
      ...(user.statusChange && { statusChange: StatusChangeDto.of(user.statusChange, user.userId) }),
      lastActiveTs: user.lastActiveAt?.getTime() ?? null,
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
