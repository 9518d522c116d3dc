import type { Principal } from '../../../shared/auth-guard/index.js';
import { OmitType, PartialType } from '@nestjs/swagger';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EmailField,
  EnumField,
  Field,
  LanguageField,
  MapField,
  PasswordHashField,
  PhoneField,
  text,
  TextField,
} from '../../../shared/fields/index.js';
import type { Enrolled, Enrolment } from '../enrolment.service.js';
import { bytesOfBase32, type FieldError, KernelErrors } from '../../../shared/kernel/index.js';
import { attributeFaults, LONGEST_ATTRIBUTE, MOST_ATTRIBUTES } from '../../user/details/user-details.js';
import type { UserChanges } from '../../user/user.entity.js';
import { type StatusVerb, statusVerbs } from '../../user/user-status.js';
import { UserDto } from '../../user/dto/user.dto.js';

const NAME = 255;
const PART = { max: NAME, optional: true, nullable: true } as const;
const GROUPS = 50;

export class CreateUserDto {
  @ChosenId({
    example: 'jane.doe',
    description: 'Your own id for the user. It can never be used for another user, even after this user is deleted.',
  })
  userId!: string;

  @TextField({ max: NAME, example: 'retail', description: 'The primary group of the user.' })
  primaryGroup!: string;

  @EnumField(['ONBOARDING', 'CREATED'], {
    default: 'CREATED',
    example: 'ONBOARDING',
    description:
      'The status after the enrolment. Use ONBOARDING if the user must pass an identity verification first. A user with a `passwordHash` is ACTIVE instead of CREATED.',
  })
  preferredStatus: 'ONBOARDING' | 'CREATED' = 'CREATED';

  @TextField({ ...PART, example: 'Jane', description: 'The given names, in any script.' })
  firstName?: string | null;

  @TextField({ ...PART, example: 'Doe', description: 'The family names, in any script.' })
  lastName?: string | null;

  @ArrayField(text({ max: NAME }), {
    max: GROUPS,
    unique: true,
    optional: true,
    example: ['gold'],
    description: 'The other groups of the user.',
  })
  secondaryGroups?: string[];

  @EmailField({
    optional: true,
    nullable: true,
    example: 'jane.doe@example.com',
    description: 'The e-mail address of the user. Activation codes and messages are sent to it.',
  })
  emailId?: string | null;

  @BooleanField({
    optional: true,
    example: true,
    description:
      'Whether you confirm that the user reads mail at this address. Send `true` only if you have checked this yourself. Applications then see `email_verified`. Send `false` to withdraw the confirmation. Default: the service itself verifies the address when the user enters a code that was mailed to it. Operators cannot send `true`, and cannot send this field when they correct a user.',
  })
  emailVerified?: boolean;

  @PhoneField({
    optional: true,
    nullable: true,
    example: '+4915112345678',
    description: 'The mobile number of the user, in international form (E.164).',
  })
  mobileNumber?: string | null;

  @ChosenId({
    optional: true,
    nullable: true,
    example: 'jane',
    description:
      'A second name with which the user can sign in, besides the user id. User ids and login ids share one namespace.',
  })
  loginId?: string | null;

  @LanguageField({
    optional: true,
    example: 'de',
    description:
      'The language of the user (BCP 47). Default: `en` in messages, and the language of the browser on pages.',
  })
  language?: string;

  @TextField({
    ...{ min: 6, max: 64, optional: true, nullable: true },
    example: 'K7M2-9QXD',
    description: 'An activation code of your own. The service does not send it: you give it to the user yourself.',
  })
  predefinedCode?: string | null;

  @TextField({
    max: 1000,
    optional: true,
    nullable: true,
    singleLine: false,
    description: 'A note for your own staff.',
  })
  comments?: string | null;

  @MapField(text({ max: LONGEST_ATTRIBUTE, example: 'Payments' }), {
    max: MOST_ATTRIBUTES,
    optional: true,
    example: { department: 'Payments' },
    description:
      'Up to 20 facts about the user, under names that you choose. Tokens for your own APIs can contain them as claims. A change replaces all of them.',
  })
  attributes?: Record<string, string>;

  @PasswordHashField({
    optional: true,
    nullable: true,
    example: null,
    description:
      'The hash of the password that the user already has in another system: argon2id, argon2i, bcrypt, PBKDF2 or scrypt, as a PHC string or in the format of Django, Passlib or Werkzeug, or `{SSHA}` of LDAP. The user is ACTIVE at once and signs in with that password. At the first sign-in, the service replaces the hash with its own. No response contains the hash.',
  })
  passwordHash?: string | null;

  @Field(text({ min: 16, max: 112, pattern: /^[A-Z2-7]{16,104}={0,6}$/, called: 'base32 of at least 10 bytes' }), {
    ...{ optional: true, nullable: true, example: null },
    description:
      'With a `passwordHash`: the secret of the authenticator app that the user already uses for another system (TOTP with SHA-1, six digits, 30 seconds), in base32. The app remains the second factor. No response contains the secret.',
  })
  totpSecret?: string | null;

  static toEnrolment(dto: CreateUserDto, createdBy: string): Enrolment {
    const errors = [
      ...passwordFaults(dto),
      ...vouchFaults(dto.emailVerified, dto.emailId),
      ...attributeFaults(dto.attributes ?? {}),
    ];
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
    return {
      userId: dto.userId,
      primaryGroup: dto.primaryGroup,
      preferredStatus: isGiven(dto.passwordHash) ? 'ACTIVE' : dto.preferredStatus,
      secondaryGroups: dto.secondaryGroups ?? [],
      firstName: dto.firstName ?? null,
      lastName: dto.lastName ?? null,
      emailId: dto.emailId ?? null,
      emailVerified: dto.emailVerified === true,
      mobileNumber: dto.mobileNumber ?? null,
      loginId: dto.loginId ?? null,
      language: dto.language ?? null,
      predefinedCode: dto.predefinedCode ?? null,
      passwordHash: dto.passwordHash ?? null,
      totpSecret: (isGiven(dto.totpSecret) && bytesOfBase32(dto.totpSecret ?? '')) || null,
      comments: dto.comments ?? null,
      attributes: dto.attributes ?? {},
      createdBy,
    };
  }
}

const isGiven = (value: unknown): boolean => (value ?? null) !== null;

/** Returns the conflicts between a new user's password and other fields. A user with a password needs no code. */
function passwordFaults({ preferredStatus, passwordHash, predefinedCode, totpSecret }: CreateUserDto): FieldError[] {
  if (!isGiven(passwordHash))
    return isGiven(totpSecret) ? [{ pointer: '/totpSecret', detail: 'Requires a passwordHash.' }] : [];
  const faults = {
    '/preferredStatus': preferredStatus === 'ONBOARDING' && 'A user with a password is ACTIVE at once: omit it.',
    '/predefinedCode': isGiven(predefinedCode) && 'A user with a password needs no activation code: omit it.',
  };
  return Object.entries(faults).flatMap(([pointer, detail]) => (detail === false ? [] : [{ pointer, detail }]));
}

/** Returns an error if the mail address is declared verified but missing. */
function vouchFaults(emailVerified: boolean | undefined, emailId: string | null | undefined): FieldError[] {
  if (emailVerified !== true || isGiven(emailId)) return [];
  return [{ pointer: '/emailVerified', detail: 'No address to declare verified: send emailId, or omit this field.' }];
}

/** The fields of a user that can be corrected. Only the fields in the request are changed; `null` clears a value. */
export class ChangeUserDto extends PartialType(
  OmitType(CreateUserDto, ['userId', 'preferredStatus', 'predefinedCode', 'passwordHash', 'totpSecret'] as const),
  // `null` is checked like any other value; by default, it would be valid for every field
  { skipNullProperties: false },
) {
  static toChanges(dto: ChangeUserDto): UserChanges {
    const errors = [
      ...(dto.emailId === null ? vouchFaults(dto.emailVerified, null) : []),
      ...attributeFaults(dto.attributes ?? {}),
    ];
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
    return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
  }
}

export class UpdateStatusDto {
  @EnumField(Object.keys(statusVerbs), {
    name: 'UserStatusVerb',
    example: 'BLOCKED',
    description:
      'The new status, or a verb. `CREATED`: after a VERIFIED identity verification. `BLOCKED`, `UNBLOCK`: block and unblock. `PAUSED`, `UNPAUSE`: pause and continue. `RESET`: the user has lost the credentials and must activate again. `DELETED`: delete the user for good.',
  })
  status!: StatusVerb;

  @TextField({
    max: 1000,
    optional: true,
    singleLine: false,
    example: 'Reported her phone stolen',
    description:
      'The reason for the change. It is shown in `statusChange`, in the status history and in the audit log, until the user is erased. It is not stored if nothing changes.',
  })
  comments?: string;
}

export class ExportReasonDto {
  @TextField({
    max: 1000,
    optional: true,
    singleLine: false,
    example: 'She asked for it in writing',
    description: 'The reason for the export.',
  })
  comments?: string;
}

export class EnrolledUserDto extends UserDto {
  @EnumField(['sent', 'none'], {
    description:
      '`sent`: an activation code was sent to the user. `none`: no code was sent. The user cannot activate yet or has no address, or you set a code yourself.',
  })
  activation!: Enrolled['activation'];

  static ofEnrolled({ user, activation }: Enrolled, caller: Principal): EnrolledUserDto {
    return Object.assign(UserDto.of(user, caller), { activation });
  }
}
