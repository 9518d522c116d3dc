import {
  BooleanField,
  ChosenId,
  HttpsUrlField,
  IntegerField,
  listOf,
  ObjectField,
  TextField,
} from '../../../shared/fields/index.js';
import {
  type EnterpriseChanges,
  type GivenEnterprise,
  LONGEST_DAYS,
  type MessageChannel,
  MOST_DAILY_MIB,
  RETENTION_DAYS,
  type SignInSettings,
} from '../enterprise-profile.js';
import type { Enterprise } from '../enterprise.entity.js';
import { MessageChannelDto, ShownMessageChannelDto } from './message-channel.dto.js';
import { QuietHoursDto } from './quiet-hours.dto.js';
import { SignInDto, SignInSettingsDto } from './sign-in-settings.dto.js';

export class BrandingDto {
  @HttpsUrlField({
    optional: true,
    example: 'https://bank.example/logo.svg',
    description: 'The address of the logo of the enterprise, which is a square picture.',
  })
  logoUri?: string;

  @TextField({
    min: 7,
    max: 7,
    pattern: /^#[0-9A-Fa-f]{6}$/,
    called: 'a colour such as #0b5fff',
    optional: true,
    example: '#0b5fff',
    description: 'The colour of buttons and links.',
  })
  color?: string;

  @HttpsUrlField({
    optional: true,
    example: 'https://bank.example/privacy',
    description:
      'The address of the privacy policy. Every hosted page and the app link to it, and also to `termsUri` and `helpUri`.',
  })
  privacyUri?: string;

  @HttpsUrlField({
    optional: true,
    example: 'https://bank.example/terms',
    description: 'The address of the terms of use.',
  })
  termsUri?: string;

  @HttpsUrlField({
    optional: true,
    example: 'https://bank.example/help',
    description: 'The address at which users get help, for example when they have forgotten a password.',
  })
  helpUri?: string;
}

export class RateLimitDto {
  @IntegerField({ min: 1, max: 1_000_000, example: 2_000, description: 'The average number of requests per second.' })
  perSecond!: number;
  @IntegerField({
    min: 1,
    max: 10_000_000,
    example: 20_000,
    description: 'The number of requests that may arrive at once.',
  })
  burst!: number;
}

export const days = { min: 1, max: LONGEST_DAYS } as const;

const DAILY_MIB = { min: 1, max: MOST_DAILY_MIB, example: 512 } as const;

/** The optional settings of a new enterprise. */
export class EnterpriseSettingsDto {
  @ObjectField(() => BrandingDto, {
    optional: true,
    description:
      'The appearance of hosted pages for users of this enterprise. Sending this field replaces the old value completely.',
  })
  branding?: BrandingDto;

  @IntegerField({
    ...days,
    optional: true,
    example: 90,
    description: `How many days a DELETED user can still be read before all personal data is erased. Default: ${RETENTION_DAYS}.`,
  })
  retentionDays?: number;

  @IntegerField({
    ...days,
    optional: true,
    nullable: true,
    example: 365,
    description:
      'The number of days without use after which an ACTIVE user becomes INACTIVE. `null`: never. Default: `null`.',
  })
  inactivityDays?: number | null;

  @ObjectField(() => QuietHoursDto, {
    optional: true,
    nullable: true,
    description:
      'The period of the day in which users get no push notifications. `null`: there is no such period. Default: `null`. Sending this field replaces the old value completely.',
  })
  quietHours?: QuietHoursDto | null;

  @IntegerField({
    ...DAILY_MIB,
    optional: true,
    nullable: true,
    description:
      'How many MiB of notifications and templates the clients of the enterprise may create per day (UTC). `null`: the setting `NOTIFICATION_DAILY_STORAGE` applies. Default: `null`.',
  })
  dailyNotificationMiB?: number | null;

  @ObjectField(() => RateLimitDto, {
    optional: true,
    nullable: true,
    description:
      'The rate limit for all clients of the enterprise together. `null`: the settings `ENTERPRISE_RATE_LIMIT` and `ENTERPRISE_RATE_BURST` apply. Default: `null`. Sending this field replaces the old value completely.',
  })
  rateLimit?: RateLimitDto | null;

  @ObjectField(() => MessageChannelDto, {
    optional: true,
    nullable: true,
    description:
      'A server of the enterprise that delivers codes and notices to its users, instead of the mail server of the service. `null`: the service sends them. Default: `null`. Sending this field replaces both the address and the secret.',
  })
  messages?: MessageChannelDto | null;

  @BooleanField({
    optional: true,
    example: true,
    description:
      'Whether every client of the enterprise must use PKCE for sign-ins, even if its own `requirePkce` is false. Default: `false`.',
  })
  requirePkce?: boolean;

  @ObjectField(() => SignInSettingsDto, {
    optional: true,
    description: 'What users may do on the sign-in pages. Members that you do not send keep their values.',
  })
  signIn?: SignInSettingsDto;
}

export class CreateEnterpriseDto extends EnterpriseSettingsDto {
  @ChosenId({ example: 'acme', description: 'Your own id for the enterprise. It cannot be changed later.' })
  enterpriseId!: string;
  @TextField({
    max: 255,
    example: 'Acme Bank',
    description: 'The name of the enterprise. Users see it on hosted pages.',
  })
  name!: string;

  static toEnterprise(dto: CreateEnterpriseDto, signIn: SignInSettings): GivenEnterprise {
    return {
      enterpriseId: dto.enterpriseId,
      name: dto.name,
      branding: dto.branding ?? {},
      retentionDays: dto.retentionDays ?? RETENTION_DAYS,
      inactivityDays: dto.inactivityDays ?? null,
      quietHours: dto.quietHours ?? null,
      dailyNotificationMiB: dto.dailyNotificationMiB ?? null,
      rateLimit: dto.rateLimit ?? null,
      requirePkce: dto.requirePkce ?? false,
      messages: dto.messages ?? null,
      signIn: { ...signIn, ...given(dto.signIn ?? {}) },
    };
  }
}

/** The changes to an enterprise. Fields that are omitted keep their values. */
export class ChangeEnterpriseDto extends EnterpriseSettingsDto {
  @TextField({ max: 255, optional: true, example: 'Acme Bank' }) name?: string;

  static toChanges({ signIn, ...dto }: ChangeEnterpriseDto): EnterpriseChanges {
    return { ...given(dto), ...(signIn && { signIn: given(signIn) }) };
  }
}

/** Returns the members of a DTO that the request contains. */
const given = <T extends object>(dto: T): Partial<T> =>
  Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined)) as Partial<T>;

const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

export class EnterpriseIdParam {
  @ChosenId({ example: 'acme' }) enterpriseId!: string;
}

export class EnterpriseDto {
  @ChosenId({ example: 'acme' }) enterpriseId!: string;
  @TextField({ max: 255, example: 'Acme Bank' }) name!: string;
  @ObjectField(() => BrandingDto) branding!: BrandingDto;
  @IntegerField({ ...days, example: 90 }) retentionDays!: number;
  @IntegerField({ ...days, nullable: true, example: 365 }) inactivityDays!: number | null;
  @ObjectField(() => QuietHoursDto, { nullable: true }) quietHours!: QuietHoursDto | null;
  @IntegerField({ ...DAILY_MIB, nullable: true }) dailyNotificationMiB!: number | null;
  @ObjectField(() => RateLimitDto, { nullable: true }) rateLimit!: RateLimitDto | null;
  @BooleanField() requirePkce!: boolean;
  @ObjectField(() => SignInDto) signIn!: SignInDto;
  @ObjectField(() => ShownMessageChannelDto, {
    nullable: true,
    description: 'The server of the enterprise that delivers messages to its users. `null`: the service sends them.',
  })
  messages!: ShownMessageChannelDto | null;
  @IntegerField({ ...TIMESTAMP, description: 'When the enterprise was created, in milliseconds since 1970.' })
  createdTs!: number;
  @IntegerField({ ...TIMESTAMP, description: 'When the enterprise was last changed, in milliseconds since 1970.' })
  updatedTs!: number;

  static of(enterprise: Enterprise, messages: MessageChannel | null): EnterpriseDto {
    return {
      enterpriseId: enterprise.enterpriseId,
      name: enterprise.name,
      branding: enterprise.branding,
      retentionDays: enterprise.retentionDays,
      inactivityDays: enterprise.inactivityDays,
      quietHours: enterprise.quietHours,
      dailyNotificationMiB: enterprise.dailyNotificationMiB,
      rateLimit: enterprise.rateLimit,
      requirePkce: enterprise.requirePkce,
      signIn: enterprise.signIn,
      messages: messages && { url: messages.url },
      createdTs: enterprise.createdAt.getTime(),
      updatedTs: enterprise.updatedAt.getTime(),
    };
  }
}

export class EnterpriseListDto extends listOf('enterprises', () => EnterpriseDto) {}
