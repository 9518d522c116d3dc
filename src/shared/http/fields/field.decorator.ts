import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, Allow } from 'class-validator';
import type { Kind } from './kind.js';

export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  /** May be left out. `null` is a value, not an omission: see `nullable`. */
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** What leaving it out means, for the documents; the property's initialiser does it. */
  readonly default?: unknown;
}

/** The name of the one constraint that a field has, and under which errors carry its kind. */
export const FIELD = 'field';
/** class-transformer's group for values that arrive as text. */
export const AS_TEXT = 'as-text';

/** One statement for a field: it is checked and documented by the same kind. */
export function Field(kind: Kind, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(documented(kind, options), checked(kind), ...omitted(options), ...converted(kind));
}

function documented(kind: Kind, options: FieldOptions): PropertyDecorator {
  const { optional = options.default !== undefined, nullable, ...shown } = options;
  const said = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
  return ApiProperty({
    ...kind.schema,
    ...said,
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

const converted = ({ fromText, nested }: Kind): PropertyDecorator[] => [
  ...(fromText ? [Transform(({ value }: { value: unknown }) => fromText(value), { groups: [AS_TEXT] })] : []),
  ...(nested ? [Type(nested), ValidateNested()] : []),
];

const REQUIRED = [{ at: '', detail: 'A value is required.' }];

export const faultsOf = (kind: Kind, value: unknown) => (value === undefined ? REQUIRED : kind.faults(value));

/** A field that callers of similar systems send and that means nothing here: accepted, dropped, documented. */
export const Ignored = (description = 'Accepted for compatibility and ignored.'): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', required: false, deprecated: true, description }),
    Transform(() => undefined),
    Allow(),
  );
