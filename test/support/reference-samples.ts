import { sampleOf } from '../../scripts/lib/api-samples.mjs';

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
      const examples = Object.entries<Node>(media.examples ?? { schema: { value: sampleOf(document, media.schema) } });
      return examples.map(([name, { value }]) => ({ operation, name, body: value }));
    }),
  );
}
