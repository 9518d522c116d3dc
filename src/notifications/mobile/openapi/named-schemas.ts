type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const inCapitals = (name: string): string =>
  name
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Sets the title of a schema and derives the titles of nested schemas from it, by appending the member's name, `Item`
 * or a number. Without titles, code generators would number the schemas.
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
