/**
 * The fields of a form that the user has changed. Only these are sent, so that changes by others to other fields are
 * kept.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<T>;
}
