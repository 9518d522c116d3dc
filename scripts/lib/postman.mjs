import { resolved, sampleOf } from './api-samples.mjs';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The management API as a Postman collection: a folder for each tag, a request for each operation, with the document's
 * examples. A user sets four variables after the import. The output is reproducible, so releases can be compared.
 */
export function postmanCollection(document) {
  const { flows } = document.components.securitySchemes.oauth2;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in methods).map((method) => ({ method, path, ...methods[method] })),
  );
  const folders = document.tags.map(({ name, description }) => ({
    name,
    ...(description && { description }),
    item: operations.filter(({ tags }) => tags[0] === name).map((operation) => requestOf(document, operation)),
  }));
  return {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    auth: {
      type: 'oauth2',
      oauth2: Object.entries({
        grant_type: 'client_credentials',
        accessTokenUrl: '{{token_url}}',
        clientId: '{{client_id}}',
        clientSecret: '{{client_secret}}',
        client_authentication: 'header',
        addTokenTo: 'header',
      }).map(([key, value]) => ({ key, value })),
    },
    variable: [
      { key: 'api_url', value: document.servers[0].url },
      { key: 'token_url', value: flows.clientCredentials.tokenUrl },
      { key: 'client_id', value: '' },
      { key: 'client_secret', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function requestOf(document, { method, path, summary, operationId, description, parameters = [], requestBody }) {
  const all = parameters.map((parameter) => resolved(document, parameter));
  const valueOf = ({ example, schema }) => `${example ?? sampleOf(document, schema)}`;
  const listed = (where) => all.filter((parameter) => parameter.in === where);
  const media = requestBody && resolved(document, requestBody).content['application/json'];
  const body = media && (media.example ?? firstOf(media.examples)?.value ?? sampleOf(document, media.schema));
  return {
    name: summary ?? operationId,
    request: {
      method: method.toUpperCase(),
      ...(description && { description }),
      header: [
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...listed('header').map(optional(valueOf)),
      ],
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
      url: {
        raw: `{{api_url}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{api_url}}'],
        path: path
          .slice(1)
          .replace(/\{(\w+)\}/g, ':$1')
          .split('/'),
        query: listed('query').map(optional(valueOf)),
        variable: listed('path').map((parameter) => ({ key: parameter.name, value: valueOf(parameter) })),
      },
    },
  };
}

/** An optional parameter is disabled until the user ticks it. */
const optional = (valueOf) => (parameter) => ({
  key: parameter.name,
  value: valueOf(parameter),
  ...(parameter.description && { description: parameter.description }),
  disabled: parameter.required !== true,
});

const firstOf = (named) => Object.values(named ?? {})[0];
