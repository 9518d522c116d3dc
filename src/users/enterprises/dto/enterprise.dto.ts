import {
  BooleanField,
  ChosenId,
  Field,
  HttpsUrlField,
  IntegerField,
  type Kind,
  listOf,
  ObjectField,
  scalar,
  TextField,
} from '../../../shared/http/index.js';
import {
  type EnterpriseProfile,
  isTimeZone,
  LONGEST_DAYS,
  MOST_DAILY_MIB,
  type NewEnterprise,
  RETENTION_DAYS,
} from '../enterprise-profile.js';
import type { Enterprise } from '../enterprise.entity.js';

export class BrandingDto {
  @HttpsUrlField({ optional: true, example: 'https://bank.example/logo.svg', description: 'A square picture.' })
  logoUri?: string;

  @TextField({
    min: 7,
    max: 7,
    pattern: /^#[0-9A-Fa-f]{6}$/,
    called: 'a colour such as #0b5fff',
    optional: true,
    example: '#0b5fff',
    description: 'Of buttons and links.',
  })
  color?: string;

  @HttpsUrlField({
    optional: true,
    example: 'https://bank.example/privacy',
    description: 'What is done with personal data. On every hosted page and in the app, as the two that follow.',
  })
  privacyUri?: string;

  @HttpsUrlField({ optional: true, example: 'https://bank.example/terms', description: 'The terms of use.' })
  termsUri?: string;

  @HttpsUrlField({
    optional: true,
    example: 'https://bank.example/help',
    description: 'Where users get help, as when they have forgotten a password.',
  })
  helpUri?: string;
}

const TIME_OF_DAY = {
  min: 5,
  max: 5,
  pattern: /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/,
  called: 'a time of day such as 22:30',
} as const;

const timeZone = (): Kind =>
  scalar({ type: 'string', minLength: 1, maxLength: 64 }, (value) =>
    typeof value === 'string' && value.length <= 64 && isTimeZone(value)
      ? undefined
      : 'Must be a time zone of the IANA database, such as Europe/Berlin.',
  );

export class QuietHoursDto {
  @TextField({ ...TIME_OF_DAY, example: '22:00' }) from!: string;
  @TextField({ ...TIME_OF_DAY, example: '07:00', description: 'When it is not after `from`, on the next day.' })
  to!: string;
  @Field(timeZone(), { example: 'Europe/Berlin' }) timeZone!: string;
}

export class RateLimitDto {
  @IntegerField({ min: 1, max: 1_000_000, example: 2_000, description: 'Requests a second.' }) perSecond!: number;
  @IntegerField({ min: 1, max: 10_000_000, example: 20_000, description: 'Requests at once.' }) burst!: number;
}

export const days = { min: 1, max: LONGEST_DAYS } as const;

const DAILY_MIB = { min: 1, max: MOST_DAILY_MIB, example: 512 } as const;

/** The optional fields of a new enterprise. */
export class EnterpriseSettingsDto {
  @ObjectField(() => BrandingDto, { optional: true, description: 'Replaced as a whole.' })
  branding?: BrandingDto;

  @IntegerField({
    ...days,
    optional: true,
    example: 90,
    description: `How long a DELETED user is still read before everything personal is erased. At first ${RETENTION_DAYS}.`,
  })
  retentionDays?: number;

  @IntegerField({
    ...days,
    optional: true,
    nullable: true,
    example: 365,
    description: 'After how many unused days an ACTIVE user falls INACTIVE. `null`, as at first: never.',
  })
  inactivityDays?: number | null;

  @ObjectField(() => QuietHoursDto, {
    optional: true,
    nullable: true,
    description: 'When no notification is to disturb the users. `null`, as at first: at no time. Replaced as a whole.',
  })
  quietHours?: QuietHoursDto | null;

  @IntegerField({
    ...DAILY_MIB,
    optional: true,
    nullable: true,
    description:
      'MiB of notifications and templates that its clients may create on a day of UTC. `null`, as at first: as many as `NOTIFICATION_DAILY_STORAGE` says.',
  })
  dailyNotificationMiB?: number | null;

  @ObjectField(() => RateLimitDto, {
    optional: true,
    nullable: true,
    description:
      'Requests that its clients may make together. `null`, as at first: as `ENTERPRISE_RATE_LIMIT` and `ENTERPRISE_RATE_BURST` say. Replaced as a whole.',
  })
  rateLimit?: RateLimitDto | null;

  @BooleanField({
    optional: true,
    example: true,
    description:
      'Whether every client has to use PKCE for sign-ins, whatever its own `requirePkce` says. At first `false`.',
  })
  requirePkce?: boolean;
}

export class CreateEnterpriseDto extends EnterpriseSettingsDto {
  @ChosenId({ example: 'acme', description: 'Your own id of the enterprise. It never changes.' }) enterpriseId!: string;
  @TextField({ max: 255, example: 'Acme Bank', description: 'People read it on hosted pages.' }) name!: string;

  static toEnterprise(dto: CreateEnterpriseDto): NewEnterprise {
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
    };
  }
}

/** Changes the fields that are sent. */
export class ChangeEnterpriseDto extends EnterpriseSettingsDto {
  @TextField({ max: 255, optional: true, example: 'Acme Bank' }) name?: string;

  static toChanges(dto: ChangeEnterpriseDto): Partial<EnterpriseProfile> {
    return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
  }
}

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
  @IntegerField({ ...TIMESTAMP, description: 'When it was made, in epoch milliseconds.' }) createdTs!: number;
  @IntegerField({ ...TIMESTAMP, description: 'When it was last changed, in epoch milliseconds.' }) updatedTs!: number;

  static of(enterprise: Enterprise): EnterpriseDto {
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
      createdTs: enterprise.createdAt.getTime(),
      updatedTs: enterprise.updatedAt.getTime(),
    };
  }
}

export class EnterpriseListDto extends listOf('enterprises', () => EnterpriseDto) {}
