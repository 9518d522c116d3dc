type Node = Record<string, any>;

export interface Sample {
  /** `POST /v1/users` */
  readonly operation: string;
  readonly name: string;
  readonly body: unknown;
}

/** The bodies that the API reference fills in: the examples of an operation, else one made of those of its schema. */
export function samplesOf(document: Node): Sample[] {
  return Object.entries<Node>(document['paths']).flatMap(([path, item]) =>
    Object.entries<Node>(item).flatMap(([method, { requestBody }]) => {
      const media = requestBody?.content['application/json'];
      if (media === undefined) return [];
      const operation = `${method.toUpperCase()} ${path}`;
      const examples = Object.entries<Node>(media.examples ?? { schema: { value: sampleOf(media.schema, document) } });
      return examples.map(([name, { value }]) => ({ operation, name, body: value }));
    }),
  );
}

/** As Swagger UI makes it: every property, optional ones too. */
function sampleOf(schema: Node, document: Node): unknown {
  const { $ref, example, examples, default: preset, const: only, enum: values, allOf, oneOf, anyOf } = schema;
  if ($ref !== undefined) return sampleOf(resolved($ref, document), document);
  for (const [given] of [[example], examples ?? [], [preset], [only], values ?? []]) {
    if (given !== undefined) return given;
  }
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part: Node) => sampleOf(part, document)));
  if (oneOf !== undefined || anyOf !== undefined) return sampleOf((oneOf ?? anyOf)[0], document);
  return sampleOfType(schema, document);
}

function sampleOfType({ type, properties = {}, items }: Node, document: Node): unknown {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'array':
      return [sampleOf(items, document)];
    case 'string':
      return 'string';
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 0;
    default:
      return Object.fromEntries(
        Object.entries<Node>(properties).map(([name, property]) => [name, sampleOf(property, document)]),
      );
  }
}

const resolved = ($ref: string, document: Node): Node =>
  $ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], document);
