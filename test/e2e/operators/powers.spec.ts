import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { powerOf, powers, scopeOfSecond } from '../../../src/operators/roles/power-table.js';
import { rights, roles, scopesOf, scopesWithSecond } from '../../../src/operators/roles/role-table.js';
import { accessTo } from '../../../src/shared/auth-guard/route-access.js';
import type { TestApplication } from '../../support/application.js';
import { TestOperator } from '../../support/operators.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Routes for programs only: their guard refuses operators, whatever they hold. */
const FOR_PROGRAMS = /^POST \/v1\/idvWebTokens/;

/** Four eyes and fresh passkeys follow one table. */
describe('The table of powers', () => {
  let running: TestApplication;
  /** `PUT /v1/users/:userId/status`, with what the API document says of it. */
  let documented: ReadonlyMap<string, Operation>;
  beforeAll(async () => {
    running = await sharedApplication();
    const { body } = await (await portalOf(running, { scopes: ['users:read'] })).get('/openapi.json');
    documented = new Map(
      Object.entries<Record<string, Operation>>(body.paths)
        .filter(([path]) => path.startsWith('/v1/'))
        .flatMap(([path, item]) =>
          Object.entries(item)
            .filter(([, operation]) => 'responses' in operation)
            .map(([method, operation]) => [
              `${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, ':$1')}`,
              operation,
            ]),
        ),
    );
  });

  const changing = () => [...documented.keys()].filter((route) => !route.startsWith('GET '));

  it('has every route of the management API that changes something, once, and no other', () => {
    expect(changing().length).toBeGreaterThan(40);
    const inTable = powers.map(({ route }) => route);
    expect(inTable.filter((route) => !route.startsWith('GET ')).sort()).toEqual(changing().sort());
    expect(inTable.filter((route) => !documented.has(route))).toEqual([]);
  });

  it('names for each route a right that has its scopes', () => {
    const wrong = powers.filter(({ route, right, second }) => {
      const known: readonly string[] = [...rights[right].scopes, ...(second ? rights[second.right].scopes : [])];
      const ways = documented.get(route)?.security?.flatMap((way) => (way['oauth2'] ? [way['oauth2']] : [])) ?? [];
      return !ways.some((scopes) => scopes.every((scope) => known.includes(scope) || scope === 'users:read'));
    });
    expect(wrong).toEqual([]);
  });

  it('names a second operator for exactly the routes that can wait for one, with the same scope', () => {
    const waiting = new Map<string, string>();
    const [discovery, reflector] = [running.app.get(DiscoveryService), running.app.get(Reflector)];
    for (const { metatype } of discovery.getControllers()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, () => void>;
      const base = String(Reflect.getMetadata('path', metatype));
      for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (!handler || !Reflect.hasMetadata('method', handler)) continue;
        const { fourEyes } = accessTo(reflector, [handler, metatype as never]);
        const path = String(Reflect.getMetadata('path', handler)).replace(/^\/$/, '');
        const method = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'][Number(Reflect.getMetadata('method', handler))];
        if (fourEyes !== undefined) waiting.set(`${method} /${base}${path && `/${path}`}`, fourEyes);
      }
    }
    const named = powers.flatMap((one) => (one.second ? [[one.route, scopeOfSecond(one)] as const] : []));
    expect([...waiting].sort()).toEqual([...named].sort());
    const documentedAsWaiting = [...documented].filter(([, { responses }]) =>
      JSON.stringify(responses['202'] ?? '').includes('second operator'),
    );
    expect(documentedAsWaiting.map(([route]) => route).sort()).toEqual(named.map(([route]) => route).sort());
  });

  it.each(roles)('lets %s without a fresh passkey past the guard of no route that asks for one', async (role) => {
    const operator = await (await TestOperator.with(running, [role])).lastShowedPasskey(6);
    const [alone, withSecond] = [scopesOf([role]), scopesWithSecond([role])];
    const wrong: unknown[] = [];
    for (const [route, { security = [] }] of documented) {
      const [method = '', path = ''] = route.split(' ');
      const { status, body } = await operator.call(method, `/api${path.replace(/:\w+/g, NOBODY)}`);
      const needed = security.flatMap((way) => (way['oauth2'] ? [way['oauth2']] : []));
      const second = documented.has(route) ? powerOf(route)?.second && scopeOfSecond(powerOf(route)!) : undefined;
      const may = needed.some((scopes) =>
        scopes.every((scope) => alone.has(scope) || (scope === second && withSecond.has(scope))),
      );
      const isAsked = status === 403 && body?.code === 'operators/step-up-needed';
      const isPassed = may && powerOf(route)?.freshPasskey === true;
      if (isPassed && !isAsked && !FOR_PROGRAMS.test(route)) wrong.push([route, status, body?.code]);
      if (isAsked && !isPassed && powerOf(route)?.second === undefined) wrong.push([route, 'is asked for nothing']);
    }
    expect(wrong).toEqual([]);
  });
});
