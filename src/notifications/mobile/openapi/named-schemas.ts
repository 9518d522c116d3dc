type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const inCapitals = (name: string): string =>
  name
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Gives a schema this title, and each nested schema the title of its parent and its place in it, such as `…Item`.
 * Without titles, code generators would number the schemas.
 */
export function named(title: string, schema: object): object {
  const { properties, items, oneOf, ...rest } = schema as Schema;
  return {
    title,
    ...rest,
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, named(title + inCapitals(name), one as object)]),
      ),
    }),
    ...(isSchema(items) && { items: named(`${title}Item`, items) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map((one: object, at) => named(`${title}${at + 1}`, one)) }),
  };
}
