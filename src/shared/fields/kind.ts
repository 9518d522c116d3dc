import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';

/**
 * An error in a value. `at` is a JSON pointer relative to the value (RFC 6901): `''` is the value itself, `/3` its
 * fourth element.
 */
export interface Fault {
  readonly at: string;
  readonly detail: string;
}

/** A kind of value: how it is documented and how it is checked. */
export interface Kind {
  readonly schema: ApiPropertyOptions;
  faults(value: unknown): readonly Fault[];
  /** Converts the text of a query parameter. Text that cannot be converted is returned unchanged. */
  readonly fromText?: (text: unknown) => unknown;
  /** Converts a value of this kind to its one canonical form. Any other value is returned unchanged. */
  readonly canonical?: (value: unknown) => unknown;
  /** Set for objects and lists of objects: the class that declares the fields of an object, which are validated too. */
  readonly nested?: () => Type<object>;
}

/** A kind of value without members or elements, which can have at most one error. */
export function scalar(schema: ApiPropertyOptions, wrong: (value: unknown) => string | undefined): Kind {
  return {
    schema,
    faults(value) {
      const detail = wrong(value);
      return detail === undefined ? [] : [{ at: '', detail }];
    },
  };
}

/** Escapes one reference token of a JSON pointer (RFC 6901, section 3). */
export const escaped = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
