import { apiDocuments } from '../api-documents.mjs';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const HEAD = '// Written from the API document by `npm run docs`: change that, and not this.\n';
/** Only an operator at the console can be asked who they are. */
const OF_OPERATORS = /^\/v1\/(?:me|fourEyes)(?:\/|$)/;
const UNLINTED = '/* oxlint-disable -- generated */\n';

/** The types of the management API in the client for Node: by openapi-typescript, from the API document. */
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

/** What the client has to know of each operation when it runs, and the codes of errors. */
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

/** A client is never answered that a second operator must agree. */
const isForOperators = ({ content }) =>
  content?.['application/json']?.schema?.$ref === '#/components/schemas/WaitsForSecond';

/**
 * Without what the client does or says in one place for all operations: headers, problems, idempotency keys. They would be
 * most of the types.
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
