import { mkdirSync, writeFileSync } from 'node:fs';
import { buildIfStale } from './lib/build.mjs';
import { fromRoot } from './lib/root.mjs';

/**
 * Writes the API files of a release: an OpenAPI document for each of the four APIs (auth, management, idv, mobile), the
 * AsyncAPI document of the apps' socket, and a Postman collection of the management API.
 */
await buildIfStale();
const { apiDocuments } = await import('./lib/api-documents.mjs');
const { postmanCollection } = await import('./lib/postman.mjs');
const { openApi, asyncApi } = await apiDocuments();
const files = {
  ...Object.fromEntries(['auth', 'management', 'idv', 'mobile'].map((name) => [`openapi-${name}`, openApi[name]])),
  'asyncapi-mobile': asyncApi,
  'postman-management': postmanCollection(openApi.management),
};
const folder = fromRoot('dist/api');
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) {
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`Written: dist/api/${name}.json`);
}
