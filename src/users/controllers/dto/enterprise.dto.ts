import {
  Field,
  HttpsUrlField,
  IntegerField,
  ObjectField,
  scalar,
  TextField,
  type Kind,
} from '../../../shared/http/fields/index.js';
import { isTimeZone, LONGEST_DAYS, RETENTION_DAYS } from '../../domain/enterprise-profile.js';

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

export const days = { min: 1, max: LONGEST_DAYS } as const;

/** What may be left out when an enterprise is made. */
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
}
