import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

export const sharedHeaders: Components['headers'] = {
  RequestId: { description: 'Finds this request in the logs.', schema: { type: 'string' } },
  RateLimit: {
    description: 'What is left, and for how long.',
    schema: { type: 'string' },
    example: '"client";r=999;t=1',
  },
  RateLimitPolicy: { description: 'The limit.', schema: { type: 'string' }, example: '"client";q=1000;w=10' },
};

export const sharedParameters: Components['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key and request again: the same answer again, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
};

const ref = (kind: 'headers' | 'parameters', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const HEADERS = { 'X-Request-Id': ref('headers', 'RequestId') };
const LIMIT_HEADERS = { RateLimit: ref('headers', 'RateLimit'), 'RateLimit-Policy': ref('headers', 'RateLimitPolicy') };

/** What every operation has besides its own parts. */
export function withSharedParts(operation: Operation, { isPost, isLimited }: SharedBy): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (!response || '$ref' in response) return [status, response];
    return [status, { ...response, headers: { ...HEADERS, ...(isLimited && LIMIT_HEADERS), ...response.headers } }];
  });
  const parameters = [...(operation.parameters ?? []), ...(isPost ? [ref('parameters', 'IdempotencyKey')] : [])];
  return { ...operation, parameters, responses: Object.fromEntries(responses) as Operation['responses'] };
}

export interface SharedBy {
  readonly isPost: boolean;
  readonly isLimited: boolean;
}
