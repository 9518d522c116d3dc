import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { allowedMethods, groupRoutes } from './route-groups.js';

const ROUTES: readonly (readonly [method: 'get' | 'post' | 'put' | 'options' | 'all', path: string])[] = [
  ['get', '/v1/users'],
  ['post', '/v1/users'],
  ['get', '/v1/users/all'],
  ['get', '/v1/users/:id'],
  ['put', '/v1/users/:id/status'],
  ['get', '/v1/:what'],
  ['get', '/v1/clients'],
  ['get', '/'],
  ['options', '/v1/jobs'],
  ['get', '/v1/jobs'],
  ['all', '/v1/jobs/:id'],
  ['get', '/docs'],
  ['get', '/docs/*file'],
  ['get', '/account{/}'],
  ['get', '/v1/users/:id/late'],
  ['post', '/v1/clients/brand-:color.css'],
];

const setting =
  (header: string): RequestHandler =>
  (_request, response, next) => {
    response.setHeader(header, 'yes');
    next();
  };

function applicationOf(isGrouped: boolean): Express {
  const app = express().enable('case sensitive routing').enable('strict routing');
  app.use(setting('Before'));
  for (const [at, [method, path]] of ROUTES.entries()) {
    // Middleware between two routes applies to all routes after it.
    if (at === 4) app.use(setting('Between'));
    app[method](path, (request, response) => {
      response.json({
        path,
        params: request.params,
        url: request.url,
        route: (request.route as { path: string }).path,
      });
    });
  }
  if (isGrouped) groupRoutes(app);
  app.use((request, response) => {
    response.status(404).json({ allow: allowedMethods(app, request.path), route: request.route as unknown });
  });
  app.use(((error, _request, response, _next) => {
    response.status((error as { status?: number }).status ?? 500).end('failed');
  }) satisfies express.ErrorRequestHandler);
  return app;
}

const UNDECODABLE = ['/v1/users/%ff', '/v1/users/%'];
const PATHS = [
  ...['/', '/v1', '/v1/', '/v1/users', '/v1/users/', '/v1/Users', '/V1/users', '/v1/users?x=/v1/clients'],
  ...['/v1/users/all', '/v1/users/jane', '/v1/users/%6Aane', '/v1/%75sers', ...UNDECODABLE],
  ...['/v1/users/jane/status', '/v1/users/jane/late', '/v1/users/jane/none', '/v1/clients', '/v1/jobs', '/v1/jobs/1'],
  ...['/docs', '/docs/', '/docs/a', '/docs/a/b', '/account', '/account/', '/account/x', '/v1/clients/brand-red.css'],
  ...['/__proto__', '/__proto__/x', '/constructor', '//v1/users', '/v1//users', '/nothing'],
];

describe('groupRoutes', () => {
  const servers = [false, true].map((isGrouped) => createServer(applicationOf(isGrouped)));
  const ask = async (at: 0 | 1, method: string, path: string) => {
    const { port } = servers[at]!.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    const headers = ['before', 'between', 'allow'].map((name) => answer.headers.get(name));
    return { status: answer.status, headers, text: await answer.text() };
  };

  beforeAll(() => Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening'))));
  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections();
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('changes no answer to %s', async (method) => {
    // With grouped routes, OPTIONS is matched only against routes that handle it, so a path that cannot be decoded
    // causes no error. Plain Express reports an error for such a path.
    for (const path of method === 'OPTIONS' ? PATHS.filter((one) => !UNDECODABLE.includes(one)) : PATHS) {
      expect({ path, ...(await ask(1, method, path)) }).toEqual({ path, ...(await ask(0, method, path)) });
    }
  });

  it('leaves an application without routes as it is', () => {
    const app = express();
    groupRoutes(app);
    expect(app.router.stack).toEqual([]);
    expect(allowedMethods(app, '/')).toEqual([]);
  });
});
