import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { EventTimings } from '../../src/shared/jobs/index.js';
import { OutboxRelay } from '../../src/shared/events/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { CHEAP } from '../support/signing-in.js';
import { Statements } from '../support/statements.js';
import { hotRoutes, type HotRoute } from './plans/hot-routes.js';
import {
  asTable,
  asText,
  keptTable,
  isKeeping,
  isPlannedBy,
  keepPlans,
  keptPlans,
  keptRoutes,
  withoutPlans,
} from './plans/kept-plans.js';
import { QueryPlans } from './plans/query-plans.js';

describe('Plans', () => {
  /** Whatever the process does by itself is done once, at the start. */
  const never = { provide: EventTimings, useValue: { pollMs: 3_600_000, deliveryMs: 15_000, answerMs: 15_000 } };

  /** Among so many, PostgreSQL 15 and 17 take the same indexes; among a few hundred, some are as good as others. */
  const MANY = 4_000;

  let running: TestApplication | undefined;
  let connection: pg.Client | undefined;
  /** What each route sends, and how PostgreSQL plans it. */
  const found = new Map<string, string>();
  let version: number;

  beforeAll(async () => {
    const env = { ...CHEAP, SURFACES: 'auth,management,mobile' };
    running = await startTestApplication({ env, providers: [never], fresh: true });
    const [relay, routes] = [running.app.get(OutboxRelay), await hotRoutes(running)];
    await relay.idle();
    connection = await running.database.connect();
    const statements = Statements.of(running);
    const sent = new Map<HotRoute, readonly string[]>();
    for (const route of routes) sent.set(route, statements.causedBy(await requestOf(route, relay)));
    await QueryPlans.among(connection, MANY, async (plans) => {
      version = plans.version;
      for (const [{ name, title }, texts] of sent) found.set(name, asText(title, await plans.of(texts), version));
    });
    if (isKeeping) keepPlans(found);
  });
  afterAll(async () => {
    await connection?.end();
    await running?.close();
  });

  /** Its second call: the first one reads what is then kept in memory. */
  async function requestOf({ before, call }: HotRoute, relay: OutboxRelay): Promise<string> {
    await call(randomUUID(), await before?.());
    await relay.idle();
    const requestId = randomUUID();
    await call(requestId, await before?.());
    await relay.idle();
    return requestId;
  }

  describe('The hot statements', () => {
    it('are of the routes that are kept in bench/plans, as many of each', () => {
      expect([...found.keys()].sort()).toEqual(keptRoutes());
      expect(asTable(found)).toBe(keptTable());
    });

    // After a change that is meant: `npm run bench -- plans` keeps them anew, and `git diff bench/plans` shows what changed.
    it.each(keptRoutes())('are those that are kept for %s, by the same indexes', (route) => {
      const [now, kept] = [found.get(route) ?? '', keptPlans(route)];
      if (isPlannedBy(kept, version)) expect(now).toBe(kept);
      else expect(withoutPlans(now)).toBe(withoutPlans(kept));
    });

    it('send no NOTIFY in a transaction, which would make all commits wait for one another', () => {
      expect([...found.values()].filter((text) => /\b(?:pg_)?notify\b/i.test(text))).toEqual([]);
    });

    it('read no table whole', () => {
      const whole = [...found].flatMap(([route, text]) => (/^reads \S+ whole$/m.test(text) ? [route] : []));
      expect(whole).toEqual([]);
    });

    it('that remove what has had its time read no index whole either', () => {
      const whole = [...found].filter(
        ([route, text]) => route.startsWith('upkeep-') && /^reads .*, all of it$/m.test(text),
      );
      expect(whole.map(([route]) => route)).toEqual([]);
    });
  });
});
