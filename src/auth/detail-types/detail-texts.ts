import { placeholdersIn, type RequestText } from '@countersign/evidence';
import { type FieldError, isVisibleProse } from '../../shared/kernel/index.js';
import { type DetailSchema, scalarsOf } from './detail-schema.js';

export type DetailTexts = Readonly<Record<string, RequestText>>;

/** English texts are required, because every phone can show English. */
const NEEDED = 'en';

/**
 * Finds texts that do not fit the schema. A text must show each value that the user approves, and must not refer to a
 * member that the schema does not have.
 */
export function textFaults(texts: DetailTexts, schema: DetailSchema): FieldError[] {
  if (!Object.hasOwn(texts, NEEDED)) return [{ pointer: '/texts', detail: 'Must have texts in English (en).' }];
  const scalars = scalarsOf(schema);
  const known = scalars.map(({ path }) => path);
  return Object.entries(texts).flatMap(([lng, { subject, message }]) => {
    const named = new Set([...placeholdersIn(subject), ...placeholdersIn(message)]);
    const unknown = [...named].filter((path) => !known.includes(path));
    const unseen = scalars.filter(({ path, isFixed }) => !isFixed && !named.has(path)).map(({ path }) => path);
    return [
      ...unknown.map((path) => fault(lng, `Names {${path}}, which is no member with a value of its own.`)),
      ...unseen.map((path) => fault(lng, `Must name {${path}}, so that people see what they approve.`)),
      ...(isVisibleProse(subject + message) ? [] : [fault(lng, 'Must not contain hidden characters.')]),
    ];
  });
}

const fault = (lng: string, detail: string): FieldError => ({ pointer: `/texts/${lng}`, detail });
