import { apiDocuments } from '../api-documents.mjs';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const HEAD = '// Written from the API document by `npm run docs`: change that, and not this.\n';
/** Operations that only an operator at the console may call. */
const OF_OPERATORS = /^\/v1\/(?:me|fourEyes)(?:\/|$)/;
const UNLINTED = '/* oxlint-disable -- generated */\n';

/** Generates the types of the management API for the Node client, with openapi-typescript. */
const types = {
  path: 'clients/node/src/generated/api.ts',
  text: async () => {
    const { default: openapiTS, astToString } = await import('openapi-typescript');
    const nodes = await openapiTS(essenceOf((await apiDocuments()).openApi.management), {
      defaultNonNullable: false,
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      silent: true,
    });
    return UNLINTED + HEAD + astToString(nodes);
  },
};

/** Generates what the Node client needs at run time: the route of each operation, and the error codes. */
const operations = {
  path: 'clients/node/src/generated/operations.ts',
  text: async () => {
    const { paths } = (await apiDocuments()).openApi.management;
    const routes = Object.fromEntries(
      operationsIn(paths)
        .filter(([path]) => !OF_OPERATORS.test(path))
        .map(([path, method, { operationId }]) => [operationId, [method.toUpperCase(), path]]),
    );
    const codes = operationsIn(paths).flatMap(([, , { responses }]) => codesIn(responses));
    return `${HEAD}
/** The method and path of each operation. */
export const routes = ${JSON.stringify(routes)} as const;

/** The codes of problems that this version knows. More will come. */
export type ProblemCode = ${[...new Set(codes)]
      .sort()
      .map((code) => `'${code}'`)
      .join(' | ')};
`;
  },
};

export const apiClient = [types, operations];

const operationsIn = (paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => [path, method, item[method]]),
  );

const codesIn = (responses) =>
  Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}));

/** Whether only operators get this response: a call of a client never waits for a second operator. */
const isForOperators = ({ content }) =>
  content?.['application/json']?.schema?.$ref === '#/components/schemas/WaitsForSecond';

/**
 * Removes what the client handles once for all operations (headers, problems, idempotency keys): it would be most of
 * the generated types.
 */
function essenceOf(document) {
  const essence = structuredClone(document);
  for (const [, , operation] of operationsIn({ ...essence.paths, ...essence.webhooks })) {
    operation.parameters = operation.parameters?.filter(
      (parameter) => parameter.in === 'path' || parameter.in === 'query',
    );
    const successes = Object.entries(operation.responses).filter(
      ([status, response]) => status < 300 && !isForOperators(response),
    );
    operation.responses = Object.fromEntries(
      successes.map(([status, { headers: _headers, ...rest }]) => [status, rest]),
    );
  }
  const { schemas } = essence.components;
  return { ...essence, components: { schemas } };
}
