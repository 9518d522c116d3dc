import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field, type FieldOptions } from './field.decorator.js';
import { escaped, type Fault, isObject, type Kind } from './kind.js';

export interface ArrayRules {
  readonly min?: number;
  readonly max: number;
  /** Whether duplicate elements are refused. */
  readonly unique?: boolean;
}

type Elements = Kind | (() => Type<object>);

/**
 * A list of values of one kind, or of objects of one class. The class is passed as a function, because it may be
 * declared later in the file.
 */
export const array = (of: Elements, rules: ArrayRules): Kind => ({
  schema: arraySchema(of, rules),
  faults(value) {
    const refused = listFault(value, rules);
    if (refused !== undefined) return [{ at: '', detail: refused }];
    return (value as unknown[]).flatMap((element, index) => below(index, elementFaults(of, element)));
  },
  fromText: (value) => (Array.isArray(value) ? value : [value]).map((element: unknown) => elementFromText(of, element)),
  ...(typeof of === 'function' && { nested: of }),
});

/** A nested object with the fields of another class. */
export const object = (of: () => Type<object>): Kind => ({
  // Nest accepts a function that returns a class only under the name `type`, which this property gives it.
  schema: { type: () => of() },
  faults: (value) => (isObject(value) ? [] : [{ at: '', detail: 'Must be an object.' }]),
  nested: of,
});

/** Any JSON object, stored unchanged. Only its size is limited. */
export const json = ({ maxBytes }: { readonly maxBytes: number }): Kind => ({
  schema: { type: 'object', additionalProperties: true },
  faults(value) {
    if (!isObject(value)) return [{ at: '', detail: 'Must be an object.' }];
    return Buffer.byteLength(JSON.stringify(value)) <= maxBytes
      ? []
      : [{ at: '', detail: `Must not be longer than ${maxBytes} bytes.` }];
  },
});

/** An object with values of one kind, and with member names that the caller chooses. */
export const map = (of: Kind, { max }: { readonly max: number }): Kind => ({
  schema: { type: 'object', additionalProperties: of.schema, maxProperties: max } as ApiPropertyOptions,
  faults(value) {
    if (!isObject(value)) return [{ at: '', detail: 'Must be an object.' }];
    const entries = Object.entries(value);
    if (entries.length > max) return [{ at: '', detail: `Must have at most ${max} members.` }];
    return entries.flatMap(([name, member]) => below(name, of.faults(member)));
  },
});

export const ArrayField = (
  of: Elements,
  { min, max, unique, ...options }: ArrayRules & FieldOptions,
): PropertyDecorator => Field(array(of, { min, max, unique }), options);

export const ObjectField = (of: () => Type<object>, options?: FieldOptions): PropertyDecorator =>
  Field(object(of), options);

export const JsonField = ({ maxBytes, ...options }: { readonly maxBytes: number } & FieldOptions): PropertyDecorator =>
  Field(json({ maxBytes }), options);

export const MapField = (of: Kind, { max, ...options }: { readonly max: number } & FieldOptions): PropertyDecorator =>
  Field(map(of, { max }), options);

function arraySchema(of: Elements, { min, max, unique }: ArrayRules): ApiPropertyOptions {
  const size = { maxItems: max, ...(min !== undefined && { minItems: min }), ...(unique && { uniqueItems: true }) };
  if (typeof of === 'function') return { type: () => of(), isArray: true, ...size };
  return { type: 'array', items: of.schema, ...size } as ApiPropertyOptions;
}

function listFault(value: unknown, { min = 0, max, unique }: ArrayRules): string | undefined {
  if (!Array.isArray(value)) return 'Must be an array.';
  if (value.length < min) return `Must have at least ${min} ${min === 1 ? 'element' : 'elements'}.`;
  if (value.length > max) return `Must have at most ${max} elements.`;
  if (unique && new Set(value.map((element) => JSON.stringify(element))).size < value.length) {
    return 'Must not contain the same value twice.';
  }
  return undefined;
}

function elementFaults(of: Elements, element: unknown): readonly Fault[] {
  if (typeof of !== 'function') return of.faults(element);
  return isObject(element) ? [] : [{ at: '', detail: 'Must be an object.' }];
}

const elementFromText = (of: Elements, element: unknown): unknown =>
  typeof of !== 'function' && of.fromText ? of.fromText(element) : element;

const below = (name: string | number, faults: readonly Fault[]): Fault[] =>
  faults.map(({ at, detail }) => ({ at: `/${escaped(String(name))}${at}`, detail }));
