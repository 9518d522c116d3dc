import type { FieldError } from '../../kernel/errors.js';
import { escaped } from '../fields/index.js';

/** Deeper and longer than anything we take; what is beyond costs more to look at than it can be worth. */
const DEEPEST = 32;
const LONGEST = 10_000;

/**
 * What no field of any route may hold, free JSON included: nesting without end, names that mean something to
 * JavaScript's objects, and characters that PostgreSQL cannot store.
 */
export function unsoundParts(value: unknown, source: 'body' | 'query' | 'param'): FieldError[] {
  const found: FieldError[] = [];
  look(value, '', 0, (pointer, detail) =>
    found.push({ pointer: source === 'query' ? `?${pointer.slice(1)}` : pointer, detail }),
  );
  return found;
}

type Refuse = (pointer: string, detail: string) => void;

function look(value: unknown, pointer: string, depth: number, refuse: Refuse): void {
  if (typeof value === 'string') lookAtText(value, pointer, refuse);
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) refuse(pointer, `Must not be nested deeper than ${DEEPEST} levels.`);
  else if (Array.isArray(value)) lookAtElements(value, pointer, depth, refuse);
  else lookAtMembers(value, pointer, depth, refuse);
}

function lookAtElements(list: readonly unknown[], pointer: string, depth: number, refuse: Refuse): void {
  if (list.length > LONGEST) refuse(pointer, `Must have at most ${LONGEST} elements.`);
  else list.forEach((element, index) => look(element, `${pointer}/${index}`, depth + 1, refuse));
}

function lookAtMembers(value: object, pointer: string, depth: number, refuse: Refuse): void {
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${escaped(name)}`;
    if (name in Object.prototype || name === 'prototype') refuse(at, 'No field may have this name.');
    else if (UNSTORABLE.test(name)) refuse(pointer, 'A name must be well-formed Unicode without NUL.');
    else look(member, at, depth + 1, refuse);
  }
}

const UNSTORABLE = /\0|\p{Surrogate}/u;

function lookAtText(value: string, pointer: string, refuse: Refuse): void {
  if (UNSTORABLE.test(value)) refuse(pointer, 'Must be well-formed Unicode without NUL.');
}
