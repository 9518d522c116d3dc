import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';

/** What is wrong with a value. `at` points below it (RFC 6901): `''` is the value itself, `/3` its fourth element. */
export interface Fault {
  readonly at: string;
  readonly detail: string;
}

/** One kind of value: how it is documented and how it is checked, said once. */
export interface Kind {
  readonly schema: ApiPropertyOptions;
  faults(value: unknown): readonly Fault[];
  /** Query parameters arrive as text: what this text means. Text that means nothing is returned as it is. */
  readonly fromText?: (text: unknown) => unknown;
  /** The class whose own fields are checked one level down. */
  readonly nested?: () => Type<object>;
}

/** A kind without parts: right, or wrong for one reason. */
export function scalar(schema: ApiPropertyOptions, wrong: (value: unknown) => string | undefined): Kind {
  return {
    schema,
    faults(value) {
      const detail = wrong(value);
      return detail === undefined ? [] : [{ at: '', detail }];
    },
  };
}
