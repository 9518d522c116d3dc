import { Field, type Kind, scalar, TextField } from '../../../shared/fields/index.js';
import { isTimeZone } from '../enterprise-profile.js';

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
  @TextField({
    ...TIME_OF_DAY,
    example: '07:00',
    description: 'The end of the quiet hours. If it is not later than `from`, they end on the next day.',
  })
  to!: string;
  @Field(timeZone(), { example: 'Europe/Berlin' }) timeZone!: string;
}
