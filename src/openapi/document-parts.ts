import type { OpenAPIObject } from '@nestjs/swagger';
import { reachable } from './shared-parts.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
/** The tag of webhooks. Its page also documents the requests that the service sends to webhook endpoints. */
const WEBHOOKS = 'Webhooks';

interface TagOfOperations {
  readonly name: string;
  readonly about: string;
  readonly operations: readonly { method: Method; path: string; id: string; summary: string }[];
}

/** The operations of a document, grouped by tag. */
export function operationsOf({ tags = [], paths }: OpenAPIObject): TagOfOperations[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
  return tags.map(({ name, description = '' }) => ({
    name,
    about: description,
    operations: all
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(({ path, method, operation: { operationId: id = '', summary = '' } }) => ({ path, method, id, summary })),
  }));
}

/** A copy of the document with only the operations of one tag and the components that they use. */
export function partOf(document: OpenAPIObject & { webhooks?: object }, tag: string): object {
  const { paths, components = {}, webhooks, ...head } = document;
  const own = Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) => {
      const operations = METHODS.flatMap((method) =>
        item[method]?.tags?.includes(tag) ? [[method, item[method]]] : [],
      );
      return operations.length > 0 ? [[path, Object.fromEntries(operations) as object]] : [];
    }),
  );
  const ownWebhooks = tag === WEBHOOKS && webhooks !== undefined ? { webhooks } : {};
  return {
    ...head,
    ...ownWebhooks,
    paths: own,
    components: {
      ...components,
      schemas: reachable('schemas', [own, ownWebhooks], components.schemas ?? {}),
    },
  };
}
