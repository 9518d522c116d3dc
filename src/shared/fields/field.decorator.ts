import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import type { Kind } from './kind.js';

export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  /** The field may be omitted. `null` is a value, not an omission: see `nullable`. */
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** The default value that the API documents show. The initialiser of the property must set it too. */
  readonly default?: unknown;
}

/**
 * The name of the one class-validator constraint that each field has. In a validation error, `contexts` contains the
 * kind of the field under this name.
 */
export const FIELD = 'field';

/** Declares a field of a DTO. Its kind determines both the validation and the API documents. */
export function Field(kind: Kind, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(documented(kind, options), checked(kind), ...omitted(options), ...converted(kind));
}

function documented(kind: Kind, options: FieldOptions): PropertyDecorator {
  const { optional = options.default !== undefined, nullable, ...shown } = options;
  const defined = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
  return ApiProperty({
    ...kind.schema,
    ...defined,
    ...(nullable && { nullable }),
    required: !optional,
  } as ApiPropertyOptions);
}

const checked = (kind: Kind): PropertyDecorator =>
  ValidateBy(
    {
      name: FIELD,
      validator: {
        validate: (value) => faultsOf(kind, value).length === 0,
        defaultMessage: (about) => faultsOf(kind, about?.value)[0]?.detail ?? '',
      },
    },
    { context: { kind } },
  );

function omitted({ optional, nullable, default: fallback }: FieldOptions): PropertyDecorator[] {
  const mayBeAbsent = optional ?? fallback !== undefined;
  if (!mayBeAbsent && !nullable) return [];
  return [ValidateIf((_, value) => !(mayBeAbsent && value === undefined) && !(nullable && value === null))];
}

const converted = ({ canonical, nested }: Kind): PropertyDecorator[] => [
  ...(canonical ? [Transform(({ value }: { value: unknown }) => canonical(value))] : []),
  ...(nested ? [Type(nested), ValidateNested()] : []),
];

const REQUIRED = [{ at: '', detail: 'A value is required.' }];

export const faultsOf = (kind: Kind, value: unknown) => (value === undefined ? REQUIRED : kind.faults(value));
