import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  MapField,
  ObjectField,
  text,
  TextField,
} from '../../../shared/fields/index.js';
import { type ChangedBy, changers } from '../../contract/users.events.js';
import { type Attributes, LONGEST_ATTRIBUTE, MOST_ATTRIBUTES } from '../details/user-details.js';
import { type Principal, seesContactData } from '../../../shared/auth-guard/index.js';
import type { User } from '../user.entity.js';
import { userStatus, type UserStatus } from '../user-status.js';
import { DEFAULT_LANGUAGE } from '../../contract/message-sender.port.js';
import { StatusChangeDto, TIMESTAMP } from './status-change.dto.js';

export class UserIdParam {
  @ChosenId({ example: 'jane.doe' }) userId!: string;
}

/** The columns of an exported user list. */
export const USER_COLUMNS = [
  ...['userId', 'firstName', 'lastName', 'status', 'primaryGroup', 'secondaryGroups', 'emailId', 'mobileNumber'],
  ...['loginId', 'language', 'blockedBy', 'lastActiveTs', 'createdTs', 'updatedTs', 'createdBy', 'kycReferenceId'],
  'comments',
];

export class UserDto {
  @TextField({ max: 255, example: 'jane.doe' }) userId!: string;
  @TextField({ max: 255, nullable: true, example: 'Jane' }) firstName!: string | null;
  @TextField({ max: 255, nullable: true, example: 'Doe' }) lastName!: string | null;
  @TextField({ max: 255, example: 'retail' }) primaryGroup!: string;
  @ArrayField(text({ max: 255 }), { max: 50, example: ['gold'] }) secondaryGroups!: string[];
  @TextField({ max: 254, nullable: true, example: 'jane.doe@example.com' }) emailId!: string | null;
  @BooleanField({
    description:
      'Whether the address is verified: the user has entered a code that was mailed to it, or you have vouched for it.',
  })
  emailVerified!: boolean;
  @TextField({ max: 16, nullable: true, example: '+4915112345678' }) mobileNumber!: string | null;
  @TextField({ max: 255, nullable: true, example: 'jane' }) loginId!: string | null;
  @TextField({ max: 35, example: 'de' }) language!: string;
  @TextField({ max: 1000, nullable: true, singleLine: false, description: 'The note for your own staff.' })
  comments!: string | null;
  @MapField(text({ max: LONGEST_ATTRIBUTE, example: 'Payments' }), {
    max: MOST_ATTRIBUTES,
    example: { department: 'Payments' },
    description: 'The facts about the user that your own APIs may get as claims.',
  })
  attributes!: Record<string, string>;
  @EnumField(userStatus.states, { name: 'UserStatus', example: 'ONBOARDING' }) status!: UserStatus;
  @EnumField(changers, {
    name: 'UserStatusChanger',
    optional: true,
    description: 'What blocked a BLOCKED user: the `enterprise`, or wrong `attempts`.',
  })
  blockedBy?: ChangedBy;
  @ObjectField(() => StatusChangeDto, {
    optional: true,
    description: 'The newest status change. Omitted if the status has not changed since the enrolment.',
  })
  statusChange?: StatusChangeDto;
  @IntegerField({
    ...TIMESTAMP,
    nullable: true,
    description: 'When the user was last active, in milliseconds since 1970, accurate to the hour.',
  })
  lastActiveTs!: number | null;
  @IntegerField({ ...TIMESTAMP, description: 'When the user was enrolled, in milliseconds since 1970.' })
  createdTs!: number;
  @IntegerField({ ...TIMESTAMP, description: 'When the user was last changed, in milliseconds since 1970.' })
  updatedTs!: number;
  @TextField({ max: 255, example: 'portal', description: 'The client that enrolled the user.' }) createdBy!: string;
  @TextField({ max: 255, nullable: true, description: 'The KYC reference of the newest verification that has one.' })
  kycReferenceId!: string | null;

  /** Converts a user to the response. Contact data is masked for operators without `users:contact`. */
  static of(user: User, caller: Principal): UserDto {
    const isWhole = seesContactData(caller);
    return {
      userId: user.userId,
      firstName: user.firstName,
      lastName: user.lastName,
      primaryGroup: user.primaryGroup,
      secondaryGroups: user.secondaryGroups,
      emailId: isWhole ? user.emailId : maskedEmail(user.emailId),
      emailVerified: user.emailVerified,
      mobileNumber: isWhole ? user.mobileNumber : maskedNumber(user.mobileNumber),
      loginId: isWhole ? user.loginId : maskedLogin(user.loginId),
      language: user.language ?? DEFAULT_LANGUAGE,
      comments: user.comments,
      attributes: isWhole ? { ...user.attributes } : maskedAll(user.attributes ?? {}),
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

const maskedAll = (attributes: Attributes): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, maskedLogin(value) ?? '']));

/** Masks a mail address for people who may not see all of it. Enough is left to tell two addresses apart. */
export const maskedEmail = (address: string | null): string | null =>
  address && `${address.slice(0, 1)}•••${address.slice(address.lastIndexOf('@'))}`;

export const maskedNumber = (mobileNumber: string | null): string | null =>
  mobileNumber && `•••${mobileNumber.slice(-2)}`;

export const maskedLogin = (loginId: string | null): string | null => loginId && `${loginId.slice(0, 1)}•••`;
