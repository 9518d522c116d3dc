type Schemas = Readonly<Record<string, unknown>>;

const PREFIX = '#/components/schemas/';

/** Of all schemas, those that `from` refers to, be it by way of others. */
export function reachableSchemas<S extends Schemas>(from: unknown, schemas: S): Partial<S> {
  const reached = new Set<string>();
  const waiting = [...referencesIn(from)];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...referencesIn(schemas[name]));
  }
  const kept = Object.entries(schemas).filter(([name]) => reached.has(name));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))) as Partial<S>;
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string' && member.startsWith(PREFIX)) yield member.slice(PREFIX.length);
    else yield* referencesIn(member);
  }
}
