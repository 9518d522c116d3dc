import { isDay, isPlainUrl } from '../kernel/index.js';
import { LONGEST_PASSWORD_HASH, readPasswordHash } from '../security/index.js';
import { Field, type FieldOptions } from './field.decorator.js';
import { scalar, type Kind } from './kind.js';
import { text } from './scalars.js';

/** An id chosen by the caller. Ids are compared exactly, including case. */
export const chosenId = (): Kind =>
  text({
    max: 255,
    pattern: /^[A-Za-z0-9._@+|-]+$/,
    called: 'of the characters A-Z a-z 0-9 . _ @ + | -',
    example: 'jane.doe',
  });

export const uuid = (): Kind =>
  text({
    min: 36,
    max: 36,
    pattern: UUID,
    format: 'uuid',
    called: 'a UUID',
    example: '01890a5d-ac96-774b-bcce-b302099a8057',
  });
const UUID = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;

/**
 * An email address as mail servers accept it in practice: dotted ASCII and a domain with a dot. No comments, quotes or
 * address literals.
 */
export const email = (): Kind =>
  text({
    min: 6,
    max: 254,
    pattern: EMAIL,
    format: 'email',
    called: 'an e-mail address',
    example: 'jane.doe@example.com',
  });
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)[\\w!#$%&'*+/=?^\`{|}~-]+(?:\\.[\\w!#$%&'*+/=?^\`{|}~-]+)*@(?:${LABEL}\\.)+${LABEL}$`,
);

export const phone = (): Kind =>
  text({
    min: 8,
    max: 16,
    pattern: /^\+[1-9]\d{6,14}$/,
    called: 'a number in the international form of E.164, such as +4915112345678',
    example: '+4915112345678',
  });

const LANGUAGE_SCHEMA = {
  type: 'string',
  minLength: 2,
  maxLength: 35,
  pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$',
  example: 'en',
} as const;
/**
 * A BCP 47 language tag. It is stored in its canonical form (`EN-us` becomes `en-US`), so that equal languages compare
 * equal.
 */
export const language = (): Kind => ({
  ...scalar(LANGUAGE_SCHEMA, (value) =>
    typeof value === 'string' && value.length <= 35 && canonical(value) !== undefined
      ? undefined
      : 'Must be a language tag of BCP 47, such as en or de-AT.',
  ),
  canonical: (value) => (typeof value === 'string' ? (canonical(value) ?? value) : value),
});

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * An absolute HTTPS URL without user name, in which all parsers find the same host. It is stored exactly as sent.
 * `fragment` permits a fragment: set it only for URLs to which nothing is ever appended.
 */
export const httpsUrl = ({ fragment = false } = {}): Kind =>
  scalar(
    {
      type: 'string',
      format: 'uri',
      minLength: 9,
      maxLength: 2048,
      pattern: '^https://[!-~]+$',
      example: 'https://www.example.com/',
    },
    (value) =>
      typeof value === 'string' && isHttpsUrl(value) && (fragment || !value.includes('#'))
        ? undefined
        : `Must be an absolute https URL without credentials${fragment ? '' : ', fragment'} or backslash, with its host in canonical form.`,
  );

function isHttpsUrl(value: string): boolean {
  return value.length <= 2048 && value.startsWith('https://') && isPlainUrl(value);
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** An ISO 8601 timestamp with a time zone. Responses use UTC with milliseconds. */
export const time = (): Kind =>
  scalar({ type: 'string', format: 'date-time', example: '2026-01-31T09:30:00.000Z' }, (value) =>
    typeof value === 'string' && TIME.test(value) && isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
      ? undefined
      : 'Must be a time of ISO 8601 with its zone, such as 2026-01-31T09:30:00Z.',
  );

/** A password hash from another system, converted to the canonical form. */
export const passwordHash = (): Kind => ({
  ...scalar(PASSWORD_HASH_SCHEMA, (value) => {
    if (typeof value !== 'string') return 'Must be text.';
    const read = readPasswordHash(value);
    return 'fault' in read ? read.fault : undefined;
  }),
  canonical: (value) => {
    const read = typeof value === 'string' ? readPasswordHash(value) : { fault: '' };
    return 'hash' in read ? read.hash : value;
  },
});

const PASSWORD_HASH_SCHEMA = {
  type: 'string',
  minLength: 20,
  maxLength: LONGEST_PASSWORD_HASH,
} as const;

export const ChosenId = (options?: FieldOptions): PropertyDecorator => Field(chosenId(), options);
export const UuidField = (options?: FieldOptions): PropertyDecorator => Field(uuid(), options);
export const EmailField = (options?: FieldOptions): PropertyDecorator => Field(email(), options);
export const PasswordHashField = (options?: FieldOptions): PropertyDecorator => Field(passwordHash(), options);
export const PhoneField = (options?: FieldOptions): PropertyDecorator => Field(phone(), options);
/**
 * A URL to which a browser is redirected exactly as written. A fragment is allowed, because single-page applications
 * keep their routes there.
 */
export const ReturnUrlField = (options?: FieldOptions): PropertyDecorator =>
  Field(httpsUrl({ fragment: true }), options);
export const HttpsUrlField = (options?: FieldOptions): PropertyDecorator => Field(httpsUrl(), options);
export const TimeField = (options?: FieldOptions): PropertyDecorator => Field(time(), options);

export const LanguageField = (options?: FieldOptions): PropertyDecorator => Field(language(), options);
