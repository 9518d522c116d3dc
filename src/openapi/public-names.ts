/**
 * The operation id, such as `Users_get`: controller and method. Generated clients derive their method names from it.
 */
export const operationIdOf = (controller: string, method: string): string =>
  `${controller.replace(/Controller$/, '')}_${method}`;

const PREFIX = '#/components/schemas/';

const schemaNameOf = (className: string): string => className.replace(/Dto$/, '');

/**
 * Returns a copy of the document in which every schema, and every reference to one, has its public name. Nest names an
 * enumeration only if it is the type of a property; this function also names enumerations of array elements. Nest
 * describes an enumeration with the text of the first property that uses it. That description is removed, because it is
 * wrong for all other properties.
 */
export function withPublicNames<D extends { readonly components?: { readonly schemas?: object } }>(document: D): D {
  const schemas = Object.entries(document.components?.schemas ?? {});
  const named = new Set(schemas.map(([name]) => schemaNameOf(name)));
  if (named.size < schemas.length) throw new Error('Two schemas of the API document would have one name');
  const enums: Record<string, unknown> = {};
  const renamed = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX))
      return PREFIX + schemaNameOf(value.slice(PREFIX.length));
    if (!isNamedEnum(value)) return value;
    const { enumName, ...schema } = value;
    enums[enumName] = schema;
    return { $ref: PREFIX + enumName };
  }) as D;
  const entries = Object.entries((renamed.components?.schemas ?? {}) as Record<string, object>).map(
    ([name, schema]): [string, unknown] => [schemaNameOf(name), 'enum' in schema ? withoutDescription(schema) : schema],
  );
  const all = Object.entries({ ...enums, ...Object.fromEntries(entries) });
  return {
    ...renamed,
    components: { ...renamed.components, schemas: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))) },
  };
}

const withoutDescription = (schema: object): object =>
  Object.fromEntries(Object.entries(schema).filter(([member]) => member !== 'description'));

const isNamedEnum = (value: unknown): value is { readonly enumName: string } =>
  typeof value === 'object' && value !== null && 'enum' in value && 'enumName' in value;
