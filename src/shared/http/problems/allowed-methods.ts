import type { Router } from 'express';

type Layer = Router['stack'][number];

/** What Express's router has and its types do not tell. */
interface Matching {
  match(path: string): unknown;
}
interface Route {
  readonly methods: Readonly<Record<string, boolean>>;
}

/** What an `Allow` header names for this path. Empty: no such path. Asked only once a request has found no route. */
export function allowedMethods(router: Router, path: string): string[] {
  const routes = router.stack
    .filter((layer) => layer.route && matches(layer, path))
    .map(({ route }) => route as unknown as Route);
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  if (methods.has('get')) methods.add('head');
  return [...methods].map((method) => method.toUpperCase()).sort();
}

function matches(layer: Layer & Partial<Matching>, path: string): boolean {
  try {
    return Boolean(layer.match?.(path));
  } catch {
    return false; // not decodable: no path of ours
  }
}
