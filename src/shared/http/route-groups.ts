import { type Application, Router } from 'express';

type Layer = Router['stack'][number];

/** Members of Express's `Layer` that its types do not declare. */
interface Matching {
  match(path: string): unknown;
}
interface Route {
  readonly methods: Readonly<Record<string, boolean>>;
}

/** Keys in the member `methods` of an Express route. A route with one of these keys handles OPTIONS requests itself. */
const OPTIONS = ['options', '_all'];

const routes = new WeakMap<Application, readonly Layer[]>();

/**
 * Replaces Express's linear search through hundreds of routes. A request is then matched only against routes whose path
 * begins with the same two segments, in the order of registration. Call it after all routes are registered.
 */
export function groupRoutes(app: Application): void {
  const { stack } = app.router;
  const first = stack.findIndex(({ route }) => route);
  if (first < 0) return;
  const all = stack.slice(first, stack.findLastIndex(({ route }) => route) + 1);
  const beginnings = all.map(beginningOf);
  const groupOf = (beginning?: string) =>
    routerOf(all.filter((_, at) => beginnings[at] === undefined || beginnings[at] === beginning));
  const others = groupOf();
  const groups = new Map([...new Set(beginnings)].map((beginning) => [beginning, groupOf(beginning)]));
  // Only routes that handle OPTIONS themselves. For others, the router would respond instead of our error filter.
  const options = routerOf(all.filter(({ route }) => !route || methodsOf(route).some((one) => OPTIONS.includes(one))));
  const dispatcher = Router().use((request, response, next) => {
    const group = request.method === 'OPTIONS' ? options : (groups.get(firstSegments(request.path)) ?? others);
    group(request, response, next);
  });
  stack.splice(first, all.length, ...dispatcher.stack);
  routes.set(app, all);
}

/** The methods for the `Allow` header of a path. Empty if there is no such path. */
export function allowedMethods(app: Application, path: string): string[] {
  const layers = routes.get(app) ?? app.router.stack;
  const methods = new Set(
    layers.flatMap((layer) => (layer.route && matches(layer, path) ? methodsOf(layer.route) : [])),
  );
  if (methods.has('get')) methods.add('head');
  return [...methods].map((method) => method.toUpperCase()).sort();
}

function matches(layer: Layer & Partial<Matching>, path: string): boolean {
  try {
    return Boolean(layer.match?.(path));
  } catch {
    return false; // not decodable, so no route matches
  }
}

const methodsOf = (route: object): string[] => Object.keys((route as Route).methods);

function routerOf(layers: readonly Layer[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.stack.push(...layers);
  return router;
}

/**
 * The first two segments of a route's path. `undefined` for middleware, and for patterns that match more than one
 * prefix: these must be part of every group.
 */
function beginningOf({ route }: Layer): string | undefined {
  const beginning = firstSegments(String(route?.path));
  return /^\/[\w./~-]*$/.test(beginning) ? beginning : undefined;
}

/** Returns the first two segments of a path: `/v1/users` for `/v1/users/jane`. */
const firstSegments = (path: string): string => path.split('/', 3).join('/');
