import type { ValidationError } from 'class-validator';
import type { FieldError } from '../../kernel/errors.js';
import { escaped, faultsOf, FIELD, type Kind } from '../fields/index.js';

/** Enough to correct a batch by; an answer must not grow without end with what was sent. */
const MOST = 1000;

/** Every bad field with its place: `/users/3/emailId` in a body, `?limit` in a query. */
export function fieldErrors(errors: readonly ValidationError[], source: 'body' | 'query' | 'param'): FieldError[] {
  const start = source === 'query' ? '?' : '/';
  return errors.flatMap((error) => belowField(error, start)).slice(0, MOST);
}

function belowField(error: ValidationError, start: string): FieldError[] {
  const pointer = `${start}${escaped(error.property)}`;
  const nested = (error.children ?? []).flatMap((child) => belowField(child, `${pointer}/`));
  return [...ownErrors(error, pointer), ...nested];
}

function ownErrors({ constraints = {}, contexts, value }: ValidationError, pointer: string): FieldError[] {
  if ('whitelistValidation' in constraints) return [{ pointer, detail: 'There is no such field.' }];
  const kind = (contexts?.[FIELD] as { kind: Kind } | undefined)?.kind;
  if (kind) return faultsOf(kind, value).map(({ at, detail }) => ({ pointer: `${pointer}${at}`, detail }));
  // The constraint of a nested object says again what the list above it has said of this element.
  return Object.entries(constraints)
    .filter(([name]) => name !== 'nestedValidation')
    .map(([, message]) => ({ pointer, detail: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` }));
}
