import type { OpenAPIObject } from '@nestjs/swagger';
import { OAUTH_SCHEME } from '../../../shared/auth-guard/index.js';
import { mobileTitles, reasons, refused } from '../mobile-codes.js';
import { failureOf, successOf } from '../mobile-event.js';
import { type OperationName, operationNames, operationOf } from '../operations.js';
import { examples } from './mobile-examples.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const codes = Object.entries(mobileTitles).filter(([code]) => code !== '0');

/** The schema of the response to any mobile operation. */
export const mobileEvent: Schema = {
  type: 'object',
  required: ['event', 'response'],
  properties: {
    event: { type: 'string', description: 'The name of the event.' },
    response: {
      type: 'object',
      required: ['StatusCode', 'StatusMsg', 'ResponseData'],
      properties: {
        StatusCode: {
          type: 'integer',
          enum: codes.map(([code]) => Number(code)),
          description: codes.map(([code, title]) => `${code}: ${title}.`).join(' '),
        },
        StatusMsg: { type: 'string', description: 'A message for developers. Do not show it to users.' },
        ResponseData: {
          type: 'object',
          additionalProperties: true,
          properties: {
            reason: {
              type: 'string',
              enum: [...reasons],
              description: 'The cause of a failure, for programs. Present only if the operation failed.',
            },
          },
        },
      },
    },
  },
};

export const mobileSchemas: Record<string, Schema> = { MobileEvent: mobileEvent };

const EVENT = { $ref: '#/components/schemas/MobileEvent' };
const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** Schema of an operation's arguments, by name. */
export function argumentsSchema(name: OperationName): Schema {
  const declared = Object.entries(operationOf(name).arguments);
  const required = declared.filter(([, argument]) => argument.required).map(([argument]) => argument);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(declared.map(([argument, { schema }]) => [argument, schema])),
    ...(required.length > 0 && { required }),
  };
}

export const exampleEvent = (name: OperationName): object => successOf(name, examples[name].data);

const failedEvent = (name: OperationName): object =>
  failureOf(name, examples[name].given, refused.invalid('recordCount is missing'));

const examplesOf = (name: OperationName) => ({
  success: { summary: 'The operation succeeded', value: exampleEvent(name) },
  failure: { summary: 'The operation failed', value: failedEvent(name) },
});

const failed = (description: string) => ({ description, content: { 'application/json': { schema: EVENT } } });

function operation(name: OperationName): Operation {
  const { summary, description, given } = examples[name];
  return {
    operationId: name,
    tags: ['Mobile operations'],
    summary,
    description: `${description} Send the arguments as an object, or as a list in the order of the properties. An empty string means that the argument is not given.`,
    security: [{ [OAUTH_SCHEME]: ['notifications'] }],
    requestBody: {
      required: Object.values(operationOf(name).arguments).some(({ required }) => required),
      content: { 'application/json': { schema: argumentsSchema(name), example: given } },
    },
    responses: {
      '200': {
        description: `The event \`${operationOf(name).event}\`. It contains the result of the call, whether it succeeded or failed.`,
        content: { 'application/json': { schema: EVENT, examples: examplesOf(name) } },
      },
      '400': { description: 'The request body is not JSON.', content: PROBLEM },
      '401': { description: 'The access token is missing or not valid.', content: PROBLEM },
      '403': {
        description: 'The token lacks the scope `notifications`, or it is not a token of a user.',
        content: PROBLEM,
      },
      '413': { description: 'The request body is larger than 1 MiB.', content: PROBLEM },
      '415': { description: 'The request body is not JSON in UTF-8.', content: PROBLEM },
      '429': failed(
        'Too many calls. The event has code 39 and the reason `too_many`. Wait for the number of seconds in the header `Retry-After`.',
      ),
      '500': failed('An internal error. The event has code 39.'),
      '503': failed(
        'The service is not available now. The event has code 39. Wait for the number of seconds in the header `Retry-After`.',
      ),
    },
  };
}

/** The OpenAPI paths of the operations, generated from the table of operations. */
export const mobilePaths: OpenAPIObject['paths'] = Object.fromEntries(
  operationNames.map((name) => [`/mobile/v1/${name}`, { post: operation(name) }]),
);
