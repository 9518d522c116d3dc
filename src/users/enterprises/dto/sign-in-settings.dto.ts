import { type Level, levels } from '../../../shared/kernel/index.js';
import { ArrayField, BooleanField, EnumField, IntegerField, oneOf, TextField } from '../../../shared/fields/index.js';
import {
  ALLOWED_FACTORS,
  type AllowedFactor,
  FACTOR_RECOVERIES,
  LONGEST_REMEMBERED_DAYS,
  LONGEST_WAIT_HOURS,
  NEW_DEVICES,
  RECOVERIES,
} from '../enterprise-profile.js';

const LEVEL = { name: 'SignInLevel', example: 2 } as const;

const FACTORS = { max: 3, example: ['totp', 'approval'] };
const REMEMBERED = { min: 0, max: LONGEST_REMEMBERED_DAYS, example: 30 } as const;
const ALLOWED = oneOf(ALLOWED_FACTORS, 'SecondFactor');

export class GroupLevelDto {
  @TextField({ max: 255, example: 'staff', description: 'A primary or secondary group of users.' }) group!: string;
  @EnumField(levels, { ...LEVEL, description: 'The lowest level at which members of the group can sign in.' })
  leastLevel!: Level;
  @ArrayField(ALLOWED, {
    ...FACTORS,
    optional: true,
    description:
      'The second factors that members of the group can use. Choose from those that all users can use. Default: the same as for all users.',
  })
  factors?: readonly AllowedFactor[];
  @IntegerField({
    ...REMEMBERED,
    optional: true,
    description:
      'The maximum number of days for which the browser of a group member is remembered. Default: the same as for all users.',
  })
  rememberBrowserDays?: number;
}

const WAIT = { min: 1, max: LONGEST_WAIT_HOURS, example: 24 } as const;
const GROUPS = {
  max: 50,
  description: 'Levels for members of specific groups. The strictest level that applies to a user is required.',
};

export class SignInDto {
  @EnumField(RECOVERIES, {
    example: 'mail',
    description:
      'How users who have forgotten their password can get a new one without the help of the enterprise. `mail`: with a code that is sent to the e-mail address on record. `off`: not possible. The enterprise must help, by setting the status `RESET`. Default: `mail` for an enterprise that is created in development, otherwise `off`.',
  })
  recovery!: (typeof RECOVERIES)[number];

  @BooleanField({
    example: true,
    description:
      'Whether users can change their own e-mail address on the account page. They enter a code that is sent to the new address. A notice is sent to the old address, and its recipient can undo the change for seven days. Default: `true` for an enterprise that is created in development, otherwise `false`.',
  })
  emailChange!: boolean;

  @EnumField(FACTOR_RECOVERIES, {
    example: 'identity',
    description:
      'How users who have lost all their second factors can get a new one without the help of the enterprise. `identity`: they enter the password, verify their identity again with the face that they chose to store, and wait. They are notified on their devices and by mail, and can stop the process. `off`: not possible. The enterprise must help. Default: `off`.',
  })
  factorRecovery!: (typeof FACTOR_RECOVERIES)[number];

  @IntegerField({
    ...WAIT,
    description: 'How many hours a user must wait for a new second factor after losing all of them. Default: 24.',
  })
  factorRecoveryHours!: number;

  @EnumField(NEW_DEVICES, {
    example: 'approval',
    description:
      'How users who have a phone can register another one. `login`: with a sign-in within the last five minutes, or with an approval on a phone that they already have. `approval`: only with such an approval. A user without a phone that counts as a second factor always needs the sign-in. Default: `login`.',
  })
  newDevice!: (typeof NEW_DEVICES)[number];

  @EnumField(levels, {
    ...LEVEL,
    description:
      'The lowest level at which users can sign in and register devices. `1`: one factor, such as a password. `2`: two factors. `3`: two factors, one of which cannot be phished, such as a passkey. Default: `1`.',
  })
  leastLevel!: Level;

  @ArrayField(() => GroupLevelDto, GROUPS) groups!: readonly GroupLevelDto[];

  @ArrayField(ALLOWED, {
    ...FACTORS,
    description:
      'The second factors that users can use besides passkeys: `totp` is an authenticator app, `approval` is an approval on the phone. Without `recoveryCode`, users cannot make recovery codes. Default: all.',
  })
  factors!: readonly AllowedFactor[];

  @IntegerField({
    ...REMEMBERED,
    description:
      'For how many days a browser can be remembered after the user has used a second factor in it. During this time, the browser counts as the second factor for level 2, but never for level 3. `0`: browsers are not remembered. Default: `0`.',
  })
  rememberBrowserDays!: number;
}

/** The changes to an enterprise's sign-in settings. Fields that are omitted keep their values. */
export class SignInSettingsDto {
  @EnumField(RECOVERIES, { optional: true, example: 'mail' }) recovery?: (typeof RECOVERIES)[number];
  @BooleanField({ optional: true, example: true }) emailChange?: boolean;
  @EnumField(FACTOR_RECOVERIES, { optional: true, example: 'identity' })
  factorRecovery?: (typeof FACTOR_RECOVERIES)[number];
  @IntegerField({ ...WAIT, optional: true }) factorRecoveryHours?: number;
  @EnumField(NEW_DEVICES, { optional: true, example: 'approval' }) newDevice?: (typeof NEW_DEVICES)[number];
  @EnumField(levels, { ...LEVEL, optional: true }) leastLevel?: Level;
  @ArrayField(() => GroupLevelDto, { ...GROUPS, optional: true }) groups?: GroupLevelDto[];
  @ArrayField(ALLOWED, { ...FACTORS, optional: true }) factors?: AllowedFactor[];
  @IntegerField({ ...REMEMBERED, optional: true }) rememberBrowserDays?: number;
}
