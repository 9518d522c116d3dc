import { AuditLog } from '../../../src/audit/contract/index.js';
import { TellOfReadings } from '../../../src/operators/readings/tell-of-readings.job.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { moveClock } from '../../support/clock.js';
import { TestOperator } from '../../support/operators.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';

const LIVE = Tenant.of('default', false);

describe('Reading', () => {
  let running: TestApplication;
  let another: TestApplication;
  let bank: Portal;
  const people: string[] = [];
  beforeAll(async () => {
    const env = { CONSOLE_READING_ALARM: '3', SURFACES: 'management,console,auth' };
    running = await startTestApplication({ env });
    another = await startTestApplication({ env, database: running.database });
    const scopes = ['users:read', 'users:write', 'webhooks:read', 'webhooks:write'];
    bank = await portalOf(running, { scopes });
    const url = 'http://127.0.0.1:9/hooks';
    const made = await bank.post('/v1/webhookEndpoints', { url, eventTypes: ['operators.unusual_reading'] });
    expect(made.status).toBe(201);
    for (let at = 0; at < 4; at++) {
      const userId = `read-${newId()}`;
      await bank.post('/v1/users', newUser(userId));
      people.push(userId);
    }
  });
  afterAll(async () => {
    await another.close();
    await running.close();
  });

  const look = async (operator: TestOperator, ...whom: string[]) => {
    for (const userId of whom) expect((await operator.get(`/api/v1/users/${userId}`)).status).toBe(200);
  };
  const mind = (at = running) => at.app.get(TellOfReadings).perform();
  const told = async (operator: TestOperator) => {
    const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, subject: operator.sub }, 100);
    return entries.filter(({ kind }) => kind === 'operators.unusual-reading');
  };
  const deliveries = async (): Promise<number> =>
    (
      await running.app
        .get(Database)
        .rows(`SELECT 1 FROM shared.webhook_delivery WHERE type = 'operators.unusual_reading'`)
    ).length;

  it('of many persons within an hour is told to the enterprise, once, by whatever process', async () => {
    const operator = await TestOperator.with(running, ['support']);
    const [first = '', second = '', third = ''] = people;
    await look(operator, first, first, first, first, second);
    await mind();
    expect(await told(operator)).toEqual([]);
    await look(operator, third);
    await Promise.all([mind(), mind(another), mind()]);
    expect(await told(operator)).toMatchObject([{ details: { persons: 3 } }]);
    expect(await deliveries()).toBe(1);
    await look(operator, people[3] ?? '');
    await mind();
    expect(await deliveries()).toBe(1);
  });

  it('goes on an hour later only where it goes on', async () => {
    const operator = await TestOperator.with(running, ['security']);
    await look(operator, ...people);
    await mind();
    const before = await deliveries();
    moveClock(running.app, 3_601_000);
    try {
      await mind();
      expect(await deliveries()).toBe(before);
    } finally {
      moveClock(running.app, -3_601_000);
    }
    expect(await told(operator)).toHaveLength(1);
  });

  it('is counted for each operator, and not for programs', async () => {
    const before = await deliveries();
    const [one, other] = [await TestOperator.with(running, ['support']), await TestOperator.with(running, ['support'])];
    await look(one, ...people.slice(0, 2));
    await look(other, ...people.slice(2));
    for (const userId of people) await bank.get(`/v1/users/${userId}`);
    await mind();
    expect([await told(one), await told(other), await deliveries()]).toEqual([[], [], before]);
  });
});
