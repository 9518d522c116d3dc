/** The part of Nest's `DiscoveryService` that is asked here. */
interface Discovery {
  getProviders(): readonly { readonly instance: unknown }[];
}

/** Finds all providers of a kind: how one context asks whichever others have an answer. */
export function instancesOf<T>(discovery: Discovery, kind: abstract new (...args: never[]) => T): T[] {
  const instances = discovery.getProviders().map(({ instance }) => instance);
  return instances.filter((instance): instance is T => instance instanceof kind);
}
