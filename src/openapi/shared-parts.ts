import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

export const sharedHeaders: Components['headers'] = {
  RequestId: {
    description: 'The id of this request. Use it to find the request in the server log.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'The remaining requests (`r`), and the seconds until the limit is reset (`t`).',
    schema: { type: 'string' },
    example: '"client";r=999;t=1',
  },
  RateLimitPolicy: {
    description: 'The rate limit: the number of requests (`q`) in a window of seconds (`w`).',
    schema: { type: 'string' },
    example: '"client";q=1000;w=10',
  },
};

export const sharedParameters: Components['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'An idempotency key that you choose. If you repeat the same request with the same key within 24 hours, you get the stored first response.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
};

const ref = (kind: 'headers' | 'parameters', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const HEADERS = { 'X-Request-Id': ref('headers', 'RequestId') };
const LIMIT_HEADERS = { RateLimit: ref('headers', 'RateLimit'), 'RateLimit-Policy': ref('headers', 'RateLimitPolicy') };

/** Adds to an operation the parameters and response headers that all operations share. */
export function withSharedParts(operation: Operation, { isPost, isLimited }: SharedBy): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (!response || '$ref' in response) return [status, response];
    return [
      status,
      {
        ...response,
        description: response.description || 'The request succeeded.',
        headers: { ...HEADERS, ...(isLimited && LIMIT_HEADERS), ...response.headers },
      },
    ];
  });
  const parameters = [
    ...(operation.parameters ?? []).map(unfilled),
    ...(isPost ? [ref('parameters', 'IdempotencyKey')] : []),
  ];
  return { ...operation, parameters, responses: Object.fromEntries(responses) as Operation['responses'] };
}

type Parameter = NonNullable<Operation['parameters']>[number];

/**
 * Moves the example of a query parameter into its description. Otherwise, Swagger UI would prefill its form with the
 * example, and the first request would find nothing.
 */
function unfilled(parameter: Parameter): Parameter {
  if ('$ref' in parameter || parameter.in !== 'query') return parameter;
  const { example, schema, description = '', ...rest } = parameter as Filter;
  const { example: inner, ...bare } = schema ?? {};
  const shown = example ?? inner;
  if (shown === undefined) return parameter;
  return { ...rest, schema: bare, description: `${description} Example: \`${shown}\`.`.trim() };
}

type Text = string | number | boolean;
type Filter = Omit<Exclude<Parameter, { $ref: string }>, 'example' | 'schema'> & {
  readonly example?: Text;
  readonly schema?: { readonly example?: Text };
};

export interface SharedBy {
  readonly isPost: boolean;
  readonly isLimited: boolean;
}

type Parts = Readonly<Record<string, unknown>>;

/** The components of one kind (such as schemas) that `from` refers to, directly or through other components. */
export function reachable<P extends Parts>(kind: keyof Components, from: unknown, parts: P): Partial<P> {
  const prefix = `#/components/${kind}/`;
  const reached = new Set<string>();
  const waiting = [...referencesIn(from, prefix)];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...referencesIn(parts[name], prefix));
  }
  const kept = Object.entries(parts).filter(([name]) => reached.has(name));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))) as Partial<P>;
}

function* referencesIn(value: unknown, prefix: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string' && member.startsWith(prefix)) yield member.slice(prefix.length);
    else yield* referencesIn(member, prefix);
  }
}
