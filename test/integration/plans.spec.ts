import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { EventTimings } from '../../src/shared/jobs/index.js';
import { OutboxRelay } from '../../src/shared/events/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { CHEAP } from '../support/signing-in.js';
import { Statements } from '../support/statements.js';
import { hotRoutes, type HotRoute } from './plans/hot-routes.js';
import { asText, isKeeping, isPlannedBy, keepPlans, keptPlans, keptRoutes, withoutPlans } from './plans/kept-plans.js';
import { QueryPlans } from './plans/query-plans.js';

/** Whatever the process does by itself is done once, at the start. */
const never = { provide: EventTimings, useValue: { pollMs: 3_600_000, deliveryMs: 15_000, answerMs: 15_000 } };

let running: TestApplication;
let connection: pg.Client;
let plans: QueryPlans;
let routes: HotRoute[];
let statements: Statements;

beforeAll(async () => {
  const env = { ...CHEAP, SURFACES: 'auth,management,mobile' };
  running = await startTestApplication({ env, providers: [never] });
  routes = await hotRoutes(running);
  await running.app.get(OutboxRelay).idle();
  connection = await running.database.connect();
  plans = await QueryPlans.by(connection);
  statements = Statements.of(running);
});
afterAll(async () => {
  await connection.end();
  await running.close();
});

/** Its second call: the first one reads what is then kept in memory. */
async function statementsOf({ before, call }: HotRoute): Promise<readonly string[]> {
  const calls = [randomUUID(), randomUUID()] as const;
  for (const requestId of calls) {
    await call(requestId, await before?.());
    await running.app.get(OutboxRelay).idle();
  }
  return statements.causedBy(calls[1]);
}

describe('The plans of hot statements', () => {
  it('are those that are kept: npm run bench -- plans keeps them anew, and the difference is to be looked at', async () => {
    const found = new Map<string, string>();
    for (const route of routes) {
      const planned = await plans.of(await statementsOf(route));
      expect({ route: route.name, sends: planned.length > 0 }).toEqual({ route: route.name, sends: true });
      found.set(route.name, asText(route.title, planned, plans.version));
    }
    if (isKeeping) for (const [name, text] of found) keepPlans(name, text);
    expect(keptRoutes()).toEqual([...found.keys()].sort());
    for (const [name, text] of found) {
      const kept = keptPlans(name);
      if (isPlannedBy(kept, plans.version)) expect(text).toBe(kept);
      else expect(withoutPlans(text)).toBe(withoutPlans(kept));
    }
  });

  it('read no table whole', () => {
    const whole = keptRoutes().flatMap((route) => (/^reads \S+ whole$/m.test(keptPlans(route)) ? [route] : []));
    expect(whole).toEqual([]);
  });
});
