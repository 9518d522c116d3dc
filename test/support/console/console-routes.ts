/** A route of the management API, as the console's browser calls it. */
export interface ConsoleRoute {
  readonly method: string;
  /** The path, with parameters as `{names}`. */
  readonly template: string;
  /** The names of all fields that the answer may have, at any depth. */
  readonly fields: ReadonlySet<string>;
  readonly isPicture: boolean;
}

type Schema = Readonly<Record<string, any>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** All routes of an API document, with the fields that they answer. */
export const consoleRoutes = ({ paths, components: { schemas } }: Document): ConsoleRoute[] =>
  Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!template.startsWith('/v1/') || !('responses' in operation)) return [];
      const good = Object.entries<Schema>(operation['responses']).filter(([status]) => status.startsWith('2'));
      const content = good.flatMap(([, { content = {} }]) => Object.entries<Schema>(content));
      const fields = new Set<string>();
      for (const [, { schema }] of content) collect(schema, schemas, fields, new Set());
      const isPicture = content.some(([type]) => type.startsWith('image/'));
      return [{ method: method.toUpperCase(), template, fields, isPicture }];
    }),
  );

function collect(
  schema: Schema | undefined,
  named: Document['components']['schemas'],
  fields: Set<string>,
  seen: Set<unknown>,
) {
  if (!schema || seen.has(schema)) return;
  seen.add(schema);
  if (typeof schema['$ref'] === 'string') collect(named[schema['$ref'].split('/').at(-1) ?? ''], named, fields, seen);
  for (const [name, one] of Object.entries<Schema>(schema['properties'] ?? {})) {
    fields.add(name);
    collect(one, named, fields, seen);
  }
  for (const one of [schema['items'], schema['additionalProperties']]) {
    if (typeof one === 'object') collect(one, named, fields, seen);
  }
  for (const kind of ['allOf', 'anyOf', 'oneOf']) {
    for (const one of schema[kind] ?? []) collect(one, named, fields, seen);
  }
}

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Replaces the parameters of a path by these ids. A parameter without one gets an id that does not exist. */
export const filled = (template: string, ids: Readonly<Record<string, string>>): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? NOBODY));
