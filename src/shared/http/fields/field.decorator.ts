import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, Allow } from 'class-validator';
import type { Kind } from './kind.js';

export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  /** The field may be omitted. `null` is a value, not an omission: see `nullable`. */
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** The value of an omitted field, for the documents. The property's initialiser sets it. */
  readonly default?: unknown;
}

/** The name of the single constraint of a field. Validation errors carry the field's kind under it. */
export const FIELD = 'field';

/** Declares a field. The same kind checks and documents it. */
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

/** A field that similar systems have and that has no meaning here: accepted, dropped, documented. */
export const Ignored = (description = 'Accepted for compatibility and ignored.'): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', required: false, deprecated: true, description }),
    Transform(() => undefined),
    Allow(),
  );
