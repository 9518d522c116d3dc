import { createRequire } from 'node:module';

const SCHEMAS = '../../node_modules/kubernetes-models/_schemas';
const require = createRequire(import.meta.url);

/**
 * By the schemas of Kubernetes' own OpenAPI document, as a package has them: no cluster is asked. They allow members that
 * they do not know, which a cluster would drop: those are the ones that nothing has looked at.
 */
export function faultsOf(manifest: { apiVersion: string; kind: string }): string[] {
  const [group, version] = `core/${manifest.apiVersion}`.split('/').slice(-2) as [string, string];
  const name = [group.split('.')[0]!, version, manifest.kind].map((part) => part[0]!.toUpperCase() + part.slice(1));
  const { validate } = require(`${SCHEMAS}/IoK8sApi${name.join('')}.js`);
  const unread = new Set<string>();
  if (!validate(watched(manifest, '', unread))) return validate.errors.map((error: unknown) => JSON.stringify(error));
  return [...unread].map((path) => `${path} is unknown`);
}

/** The same; members that are never read stay in the list. */
function watched<T>(value: T, path: string, unread: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const name of Object.keys(value)) unread.add(`${path}/${name}`);
  const seen = new Map<PropertyKey, unknown>();
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || !Object.hasOwn(target, name)) return member;
      unread.delete(`${path}/${name}`);
      if (!seen.has(name)) seen.set(name, watched(member, `${path}/${name}`, unread));
      return seen.get(name);
    },
  });
}
