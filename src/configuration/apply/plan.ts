import type { JsonValue } from '../../shared/kernel/index.js';
import type { Difference } from './difference.js';

export type Verb = 'create' | 'change' | 'remove' | 'unchanged';

/** The planned or completed change of one object. */
export interface Step {
  readonly verb: Verb;
  /** The object's name, such as `clients/acme/live/portal`. */
  readonly name: string;
  readonly differences: readonly Difference[];
  /** Describes changes made to the object by other means since the files were last applied. */
  readonly drift?: string | undefined;
}

const SIGNS: Readonly<Record<Verb, string>> = { create: '+', change: '~', remove: '-', unchanged: '=' };
const DONE: Readonly<Record<Verb, string>> = {
  create: 'created',
  change: 'changed',
  remove: 'removed',
  unchanged: 'unchanged',
};
const LONGEST = 200;

/** Describes a step of the plan in lines of text. For a step that changes nothing, there are no lines. */
export function writtenStep({ verb, name, differences, drift }: Step): string[] {
  if (verb === 'unchanged') return [];
  const note = drift === undefined ? '' : ` (${drift})`;
  return [`${SIGNS[verb]} ${name}${note}`, ...(verb === 'change' ? differences.map(writtenDifference) : [])];
}

const writtenDifference = ({ pointer, from, to, isSecret }: Difference): string =>
  `    ${pointer}: ${isSecret ? 'another secret' : `${shown(from)} -> ${shown(to)}`}`;

function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

export const countOf = (steps: readonly Step[], verb: Verb): number =>
  steps.filter((step) => step.verb === verb).length;

export const writtenCounts = (steps: readonly Step[], isDone: boolean): string =>
  (Object.keys(DONE) as Verb[])
    .map((verb) => `${countOf(steps, verb)} ${isDone || verb === 'unchanged' ? DONE[verb] : `to ${verb}`}`)
    .join(', ');
