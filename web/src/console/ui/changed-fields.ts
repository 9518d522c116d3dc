/** The fields of a form whose values differ from those before: what others change meanwhile is not sent. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<T>;
}
