import { previewedApplication } from '../api-documents.mjs';

const REFERENCE = '#/$defs/Reference';
const SECRET_OR_KEPT = 'A value from the environment, `${NAME}`, or from a file, `${file:/path}`.';

/** The JSON Schema of configuration files, with which editors complete and check them. */
export const configurationSchema = {
  path: 'docs/operators/configuration.schema.json',
  text: async () => `${JSON.stringify(await schema(), null, 2)}\n`,
};

async function schema() {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const { withPublicNames } = await import('../../../dist/src/openapi/public-names.js');
  const { reachable } = await import('../../../dist/src/openapi/shared-parts.js');
  const { eventTypeSchemas } = await import('../../../dist/src/webhooks/endpoints/webhook.documents.js');
  const { app } = await previewedApplication();
  const kinds = await kindsOf(app);
  const whole = SwaggerModule.createDocument(
    app,
    { openapi: '3.1.1', info: { title: '', version: '' } },
    { extraModels: kinds.map(({ form }) => form) },
  );
  const lists = Object.fromEntries(
    kinds.map(({ list, form }) => [list, { type: 'array', items: { $ref: `#/components/schemas/${form.name}` } }]),
  );
  const schemas = reachable('schemas', [lists], { ...whole.components.schemas, ...eventTypeSchemas() });
  const named = withPublicNames({ properties: lists, components: { schemas } });
  return jsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of Countersign',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...named.properties },
    $defs: {
      Reference: { type: 'string', pattern: '\\$\\{', description: SECRET_OR_KEPT },
      ...named.components.schemas,
    },
  });
}

async function kindsOf(app) {
  const { ConfigurationKind } = await import('../../../dist/src/configuration/contract/index.js');
  const modules = [...app.container.getModules().values()];
  const classes = modules.flatMap(({ providers }) => [...providers.values()].map(({ metatype }) => metatype));
  return [...new Set(classes)]
    .filter((one) => one?.prototype instanceof ConfigurationKind)
    .map((Kind) => new Kind())
    .sort((a, b) => a.rank - b.rank);
}

/**
 * Converts OpenAPI to JSON Schema: unknown members are refused, `nullable` becomes the type `null`, and strings with a
 * pattern, format or length also accept a placeholder, `${NAME}` or `${file:/path}`.
 */
const jsonSchema = (value) => JSON.parse(JSON.stringify(value), (_key, part) => converted(part));

function converted(part) {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  if (typeof part.$ref === 'string') return { ...part, $ref: part.$ref.replace('#/components/schemas/', '#/$defs/') };
  const { nullable, ...schema } = part;
  delete schema.example;
  const closed = schema.type === 'object' && schema.properties ? { additionalProperties: false, ...schema } : schema;
  const filled = closed.type === 'string' && isNarrow(closed) ? orReference(closed) : closed;
  return nullable ? { anyOf: [filled, { type: 'null' }] } : filled;
}

const isNarrow = ({ pattern, format, minLength, maxLength }) =>
  pattern !== '\\$\\{' && [pattern, format, minLength, maxLength].some((rule) => rule !== undefined);

const orReference = ({ description, ...schema }) => ({
  ...(description && { description }),
  anyOf: [schema, { $ref: REFERENCE }],
});
