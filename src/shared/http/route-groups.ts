import { type Application, Router } from 'express';

type Layer = Router['stack'][number];

/** Members of Express's layers that its types do not declare. */
interface Matching {
  match(path: string): unknown;
}
interface Route {
  readonly methods: Readonly<Record<string, boolean>>;
}

/** Methods of a route that answers OPTIONS. */
const OPTIONS = ['options', '_all'];

const routes = new WeakMap<Application, readonly Layer[]>();

/**
 * Express tries its routes one after the other, and there are hundreds. From here on a request passes only those that
 * begin as its path does, in the same order. Call it when all routes are there.
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
  // A router answers OPTIONS by itself for routes that do not, which the filter of errors does here.
  const options = routerOf(all.filter(({ route }) => !route || methodsOf(route).some((one) => OPTIONS.includes(one))));
  const dispatcher = Router().use((request, response, next) => {
    const group = request.method === 'OPTIONS' ? options : (groups.get(firstSegments(request.path)) ?? others);
    group(request, response, next);
  });
  stack.splice(first, all.length, ...dispatcher.stack);
  routes.set(app, all);
}

/** The methods for the `Allow` header of this path. Empty when there is no such path. */
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
    return false; // not decodable, so none of our paths
  }
}

const methodsOf = (route: object): string[] => Object.keys((route as Route).methods);

function routerOf(layers: readonly Layer[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.stack.push(...layers);
  return router;
}

/** Undefined for middleware, and for a route that can begin in several ways: they belong to every group. */
function beginningOf({ route }: Layer): string | undefined {
  const beginning = firstSegments(String(route?.path));
  return /^\/[\w./~-]*$/.test(beginning) ? beginning : undefined;
}

/** `/v1/users` of `/v1/users/jane`. */
const firstSegments = (path: string): string => path.split('/', 3).join('/');
