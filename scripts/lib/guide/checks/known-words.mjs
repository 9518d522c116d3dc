import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
// Loading this module registers the error codes of all contexts in the catalogue.
import '../../../../dist/src/app.module.js';
import { errorCatalogue } from '../../../../dist/src/shared/kernel/index.js';
import { apiDocuments } from '../../api-documents.mjs';
import { fromRoot } from '../../root.mjs';

/** Operations, error codes and other names of the built program, against which the pages are checked. */
export async function knownWords() {
  const { openApi } = await apiDocuments();
  const operations = Object.values(openApi).flatMap(({ paths = {} }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    ),
  );
  return { operations, codes: errorCatalogue().map(({ code }) => code), others: [...folders(), ...jobs(), ...SERVED] };
}

/** Paths that exist but are not operations of an API document. */
const SERVED = ['/mobile/v1/socket', '/mobile/v1/asyncapi.json', '/asyncapi.json'];

const sources = readdirSync(fromRoot('src'), { recursive: true }).map((path) => path.replaceAll('\\', '/'));
const folders = () => [
  ...sources.filter((path) => /^[\w-]+\/[\w-]+$/.test(path)),
  ...readdirSync(fromRoot('clients')).map((name) => `clients/${name}`),
];

/** Job names, which have the same form as error codes. */
const jobs = () =>
  sources
    .filter((path) => /jobs?\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(fromRoot(`src/${path}`), 'utf8').matchAll(/'([a-z]+\/[a-z-]+)'/g)])
    .map(([, name]) => name);
