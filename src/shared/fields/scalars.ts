import type { ApiPropertyOptions } from '@nestjs/swagger';
import { isBlank, isPlainlyVisible, isVisibleProse } from '../kernel/index.js';
import { Field, type FieldOptions } from './field.decorator.js';
import { scalar, type Kind } from './kind.js';

export interface IntegerRules {
  readonly min: number;
  readonly max: number;
}

export const integer = ({ min, max }: IntegerRules): Kind => ({
  ...scalar({ type: 'integer', minimum: min, maximum: max }, (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `Must be a whole number from ${min} to ${max}.`,
  ),
  fromText: (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
});

export const boolean = (): Kind => ({
  ...scalar({ type: 'boolean' }, (value) => (typeof value === 'boolean' ? undefined : 'Must be true or false.')),
  fromText: (value) => (value === 'true' ? true : value === 'false' ? false : value),
});

/**
 * A value from a fixed list. `name` makes the enumeration a named schema in the API documents, which generated clients
 * share.
 */
export const oneOf = (values: readonly (string | number)[], name?: string): Kind =>
  scalar(enumSchema(values, name), (value) =>
    values.some((known) => known === value) ? undefined : `Must be one of ${values.join(', ')}.`,
  );

const enumSchema = (values: readonly (string | number)[], name?: string): ApiPropertyOptions => ({
  type: values.every((value) => typeof value === 'number') ? 'number' : 'string',
  enum: [...values],
  ...(name && { enumName: name }),
});

export const IntegerField = ({ min, max, ...options }: IntegerRules & FieldOptions): PropertyDecorator =>
  Field(integer({ min, max }), options);

export const BooleanField = (options?: FieldOptions): PropertyDecorator => Field(boolean(), options);

export const EnumField = (
  values: readonly (string | number)[],
  { name, ...options }: FieldOptions & { readonly name?: string } = {},
): PropertyDecorator => Field(oneOf(values, name), options);

export interface TextRules {
  /** The minimum length in Unicode code points. The default is 1, which also refuses blank text. */
  readonly min?: number;
  readonly max: number;
  readonly pattern?: RegExp;
  /** The JSON Schema `format` for the API documents. */
  readonly format?: string;
  /** A noun phrase for values that match the pattern, used in the error message: "an e-mail address". */
  readonly called?: string;
  /**
   * The example in the API documents. By default the word `text`, padded or cut to the permitted length; none if there
   * is a pattern.
   */
  readonly example?: string;
  /**
   * True by default: line breaks and tabs are refused, like all control characters. If false, line breaks and tabs are
   * accepted.
   */
  readonly singleLine?: boolean;
  /**
   * Refuses characters that are invisible or change the direction of the text around them, unless a script or an emoji
   * needs them. `prose` also accepts direction marks in a text with right-to-left letters.
   */
  readonly visible?: boolean | 'prose';
}

const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/; // oxlint-disable-line no-control-regex -- refuses them
const LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/; // oxlint-disable-line no-control-regex -- same

/**
 * Text is stored exactly as sent, neither trimmed nor normalised to a Unicode form, because digests and signatures
 * cover what the sender wrote. Control characters and lone surrogates are refused, because they cannot be displayed,
 * and PostgreSQL cannot store all of them.
 */
export function text(rules: TextRules): Kind {
  return scalar(schemaOf(rules), (value) => faultOf(rules, value));
}

export const TextField = (options: TextRules & FieldOptions): PropertyDecorator => {
  const { min, max, pattern, format, called, singleLine, visible, ...field } = options;
  return Field(text({ min, max, pattern, format, called, singleLine, visible }), field);
};

function schemaOf({ min = 1, max, pattern, format, singleLine = true, ...rules }: TextRules): ApiPropertyOptions {
  const source = (pattern ?? (singleLine ? ONE_LINE : LINES)).source;
  const example = rules.example ?? (pattern ? undefined : 'text'.padEnd(min, '.').slice(0, max));
  const shown = { ...(format && { format }), ...(example !== undefined && { example }) };
  return { type: 'string', minLength: min, maxLength: max, pattern: source, ...shown };
}

function faultOf(rules: TextRules, value: unknown): string | undefined {
  const { min = 1, max, pattern, called = 'of the documented form', singleLine = true } = rules;
  if (typeof value !== 'string') return 'Must be text.';
  if (/\p{Surrogate}/u.test(value)) return 'Must be well-formed Unicode.';
  if (!(singleLine ? ONE_LINE : LINES).test(value)) {
    return singleLine ? 'Must be one line without control characters.' : 'Must not contain control characters.';
  }
  if (value.length > max && codePoints(value) > max) return `Must have at most ${max} characters.`;
  if (min > 0 && isBlank(value)) return 'Must not be blank.';
  if (rules.visible && !(rules.visible === 'prose' ? isVisibleProse : isPlainlyVisible)(value))
    return 'Must not contain invisible characters or characters that change the direction of the text.';
  if (pattern && !pattern.test(value)) return `Must be ${called}.`;
  if (value.length < min * 2 && codePoints(value) < min) return `Must have at least ${min} characters.`;
  return undefined;
}

/** Counts code points without building an array, because a text may be as long as the whole body. */
function codePoints(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += (value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++;
  return count;
}
