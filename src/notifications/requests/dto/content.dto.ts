import { Field, type Kind, MapField, scalar, text, TextField } from '../../../shared/fields/index.js';
import { type AuthLevel, authLevels, type ContentAction, type ContentBody } from '@countersign/evidence';

export const LABEL = { max: 40, visible: true };
export const SUBJECT = { max: 255, visible: true, example: 'Confirm your payment' };
export const MESSAGE = {
  max: 4_000,
  singleLine: false,
  visible: 'prose' as const,
  example: 'Pay 25.00 EUR to Bookshop?',
};

const accepted: readonly unknown[] = authLevels.flatMap((level) => [level, String(level)]);

/**
 * The authentication level of an action. The API documents it as an integer only, because code generators cannot handle
 * a union, but strings of digits are accepted too.
 */
const authLevel = (): Kind =>
  scalar({ type: 'integer', enum: [...authLevels] }, (value) =>
    accepted.includes(value) ? undefined : `Must be one of ${authLevels.join(', ')}.`,
  );

export class NotificationActionDto {
  @TextField({ ...LABEL, example: 'Approve', description: 'The text of the button.' }) label!: string;
  @TextField({
    max: 64,
    example: 'accept',
    description: 'The value that the answer contains. The value `fraud` reports fraud.',
  })
  action!: string;

  @Field(authLevel(), {
    example: 1,
    description:
      'How the user must confirm this action. 0: no confirmation. 1: a password or a passkey. 3: a passkey with user verification. 4: the face.',
  })
  authlevel!: AuthLevel | string;

  static toAction({ label, action, authlevel }: NotificationActionDto): ContentAction {
    const level = authLevels.find((known) => String(known) === String(authlevel)) ?? 0;
    return { label, action, authlevel: level };
  }
}

export class NotificationBodyDto {
  @TextField({
    max: 35,
    example: 'en',
    description:
      'The language: a BCP 47 tag, or the name of a language in English or in the language itself. It is returned as you send it.',
  })
  lng!: string;

  @TextField(SUBJECT) subject!: string;
  @TextField(MESSAGE) message!: string;

  @MapField(text(LABEL), {
    max: 8,
    optional: true,
    example: { Approve: 'Genehmigen' },
    description: 'The button texts in this language. Each key is the `label` of an action.',
  })
  label?: Record<string, string>;

  static toBody({ lng, subject, message, label }: NotificationBodyDto): ContentBody {
    return { lng, subject, message, ...(label !== undefined && { label }) };
  }
}

export class PushMessageDto {
  @TextField({ ...SUBJECT, example: 'Meridian Bank' }) subject!: string;
  @TextField({ ...MESSAGE, max: 1_000, example: 'There is something for you to approve.' }) message!: string;
}
