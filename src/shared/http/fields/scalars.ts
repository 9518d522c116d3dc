import type { ApiPropertyOptions } from '@nestjs/swagger';
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

/** `name` makes it a schema of its own in the documents, which clients then share. */
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
