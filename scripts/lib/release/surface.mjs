import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocuments } from '../api-documents.mjs';
import { fromRoot } from '../root.mjs';

/** Members with texts for people; changing them is no change of the interface. */
const WORDING = new Set(['description', 'summary', 'example', 'examples', 'title']);

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options']);

const CLIENTS = ['clients/node', 'clients/typescript', 'clients/react-native', 'packages/evidence'];

/** Everything a user of the program can depend on, one line each: its kind, its name, and a hash of its definition. */
export async function surface() {
  const { openApi, asyncApi } = await apiDocuments();
  const { settingGroups } = await import('../../../dist/src/config.js');
  return [
    ...Object.entries(openApi).flatMap(([name, document]) => operationsOf(name, document)),
    ...Object.values(asyncApi.channels).flatMap(({ messages }) =>
      Object.entries(messages).map(([name, message]) => line('message', name, resolved(message, asyncApi))),
    ),
    ...Object.values(settingGroups)
      .flatMap((group) => Object.values(group))
      .map(({ name, fallback, takes }) => line('setting', name, { fallback, takes })),
    ...migrations().map((name) => `migration ${name}`),
    ...CLIENTS.map(typesOf),
  ].sort();
}

const line = (kind, name, form) => `${kind} ${name} ${hashOf(JSON.stringify(form))}`;

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);

const operationsOf = (name, document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) =>
        line(`operation ${name}`, `${method.toUpperCase()} ${path}`, resolved(operation, document)),
      ),
  );

/**
 * The value without texts for people, and with each reference replaced by its target. A reference inside its own target
 * stays, because replacing it would never end.
 */
function resolved(value, document, seen = []) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, document, seen));
  const { $ref } = value;
  if (typeof $ref === 'string') {
    if (seen.includes($ref)) return $ref;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((at, step) => at[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    return resolved(target, document, [...seen, $ref]);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member, content]) => !WORDING.has(member) || isProperty(content))
      .map(([member, content]) => [member, resolved(content, document, seen)]),
  );
}

/** Whether the content defines a property that is only named like a member in `WORDING`, such as `title`. */
const isProperty = (content) =>
  typeof content === 'object' && content !== null && ('type' in content || '$ref' in content);

const migrations = () =>
  readdirSync(fromRoot('src'), { recursive: true })
    .map((path) => /migrations\/(\d+-[\w-]+)\.ts$/.exec(path)?.[1])
    .filter((name) => name !== undefined);

/** The type declarations of a package, without comments. */
function typesOf(folder) {
  const built = fromRoot(join(folder, 'dist/esm'));
  const files = readdirSync(built, { recursive: true }).filter((path) => path.endsWith('.d.ts'));
  return line('types', folder, Object.fromEntries(files.sort().map((path) => [path, declared(join(built, path))])));
}

const declared = (file) =>
  readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ');
