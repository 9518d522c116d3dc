/**
 * A sample value of a schema, built as Swagger UI does: its example, or else all its properties, including optional
 * ones.
 */
export function sampleOf(document, reference) {
  const schema = resolved(document, reference);
  const { example, examples, default: preset, const: only, enum: values, allOf, oneOf, anyOf } = schema;
  for (const [given] of [[example], examples ?? [], [preset], [only], values ?? []]) {
    if (given !== undefined) return given;
  }
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => sampleOf(document, part)));
  if (oneOf !== undefined || anyOf !== undefined) return sampleOf(document, (oneOf ?? anyOf)[0]);
  return sampleOfType(document, schema);
}

function sampleOfType(document, { type, properties = {}, items }) {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'array':
      return [sampleOf(document, items)];
    case 'string':
      return 'string';
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 0;
    default:
      return Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, sampleOf(document, property)]),
      );
  }
}

/** The schema that a `$ref` refers to. */
export function resolved(document, value) {
  if (value.$ref === undefined) return value;
  const names = value.$ref.slice(2).split('/');
  return names.reduce((found, name) => found[name], document);
}
