/** The part of Nest's `DiscoveryService` that is used here. */
interface Discovery {
  getProviders(): readonly { readonly instance: unknown }[];
}

/**
 * Finds all providers that extend a class. This lets a context collect the contributions of other contexts without
 * importing them.
 */
export function instancesOf<T>(discovery: Discovery, kind: abstract new (...args: never[]) => T): T[] {
  const instances = discovery.getProviders().map(({ instance }) => instance);
  return instances.filter((instance): instance is T => instance instanceof kind);
}
