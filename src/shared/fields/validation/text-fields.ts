import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { KernelErrors } from '../../kernel/index.js';
import { faultsOf } from '../field.decorator.js';
import { type Kind } from '../kind.js';
import { FieldErrors, type Source } from './field-errors.js';

type Condition = (instance: object, value: unknown) => boolean;

/**
 * A field of a path or query parameter, whose value is text. `kind` validates the value only if all `conditions` are
 * met.
 */
interface TextField {
  readonly kind: Kind;
  readonly conditions: readonly Condition[];
}

type TextFields = ReadonlyMap<string, TextField>;

const known = new WeakMap<Type<object>, TextFields>();

/**
 * Creates a DTO from path or query parameters, or reports the parameters that are invalid or unknown. Parameters are
 * flat, so the kind of each field checks them without class-validator, which costs more than the rest of a small
 * request.
 */
export function fromText(dto: Type<object>, plain: object, source: Exclude<Source, 'body'>): object {
  const fields = known.get(dto) ?? readFields(dto);
  const instance = new dto() as Record<string, unknown>;
  let errors: FieldErrors | undefined; // created only with the first error, because most requests have none
  const add = (name: string, detail: string, at?: string) =>
    (errors ??= new FieldErrors(source)).add({ above: undefined, token: name }, detail, at);
  for (const [name, value] of Object.entries(plain)) {
    const field = fields.get(name);
    if (field) instance[name] = valueOf(field.kind, value);
    else add(name, 'There is no such field.');
  }
  for (const [name, { kind, conditions }] of fields) {
    const value = instance[name];
    if (!conditions.every((holds) => holds(instance, value))) continue;
    for (const { at, detail } of faultsOf(kind, value)) add(name, detail, at);
  }
  if (!errors) return instance;
  // No object can have a malformed id, so the response is 404 rather than a list of invalid fields.
  throw source === 'param' ? KernelErrors.notFound() : errors.asError();
}

function valueOf({ fromText: convert, canonical }: Kind, text: unknown): unknown {
  const value = convert ? convert(text) : text;
  return canonical ? canonical(value) : value;
}

/** Collects the fields that a class declares with @Field, including inherited ones. Cached for each class. */
function readFields(dto: Type<object>): TextFields {
  const fields = new Map<string, { kind: Kind; conditions: Condition[] }>();
  const declared = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  for (const { propertyName, context } of declared) {
    const kind = (context as { kind?: Kind } | undefined)?.kind;
    if (kind) fields.set(propertyName, { kind, conditions: [] });
  }
  for (const { propertyName, type, constraints } of declared) {
    if (type === ValidationTypes.CONDITIONAL_VALIDATION) {
      fields.get(propertyName)?.conditions.push(constraints[0] as Condition);
    }
  }
  const others = declared.filter(({ propertyName }) => !fields.has(propertyName));
  if (others.length > 0) throw new Error(`${dto.name} has parameters that no @Field declares`);
  known.set(dto, fields);
  return fields;
}
