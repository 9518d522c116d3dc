export interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  /** `PUT /v1/users/:userId/status`, as the router writes it. */
  readonly route: string;
  /** Ways in: each has scopes that are all needed. */
  readonly ways: readonly (readonly string[])[];
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The routes of an API document that need a token, with ids of nobody in their paths. */
export const documentedRoutes = (document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}): DocumentedRoute[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { security = [] }]) => {
      const ways = security.flatMap((way) => (way['oauth2'] ? [way['oauth2']] : []));
      if (ways.length === 0 || !path.startsWith('/v1/')) return [];
      const route = `${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, ':$1')}`;
      return [{ method: method.toUpperCase(), path: path.replace(/\{[^}]+\}/g, NOBODY), route, ways }];
    }),
  );
