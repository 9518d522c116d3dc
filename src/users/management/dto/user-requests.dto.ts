import type { Principal } from '../../../shared/auth-guard/index.js';
import { OmitType, PartialType } from '@nestjs/swagger';
import {
  ArrayField,
  ChosenId,
  EmailField,
  EnumField,
  LanguageField,
  PhoneField,
  text,
  TextField,
} from '../../../shared/http/index.js';
import type { Enrolled, Enrolment } from '../enrolment.service.js';
import type { UserDetails } from '../../user/user.entity.js';
import { type StatusVerb, statusVerbs } from '../../user/user-status.js';
import { UserDto } from '../../user/dto/user.dto.js';

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
export class ChangeUserDto extends PartialType(
  OmitType(CreateUserDto, ['userId', 'preferredStatus', 'predefinedCode'] as const),
  { skipNullProperties: false }, // otherwise `null` would pass for every field
) {
  static toChanges(dto: ChangeUserDto): Partial<UserDetails> {
    return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
  }
}

export class UpdateStatusDto {
  @EnumField(Object.keys(statusVerbs), {
    name: 'UserStatusVerb',
    example: 'BLOCKED',
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

export class ExportReasonDto {
  @TextField({
    max: 1000,
    optional: true,
    singleLine: false,
    example: 'She asked for it in writing',
    description: 'Why.',
  })
  comments?: string;
}

export class EnrolledUserDto extends UserDto {
  @EnumField(['sent', 'none'], {
    description:
      '`sent`: a code to activate with is on its way to the user. `none`: it is not time yet, you set a code yourself, or there is nowhere to send one to.',
  })
  activation!: Enrolled['activation'];

  static ofEnrolled({ user, activation }: Enrolled, caller: Principal): EnrolledUserDto {
    return Object.assign(UserDto.of(user, caller), { activation });
  }
}
