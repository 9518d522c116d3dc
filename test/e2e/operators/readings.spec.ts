import { AuditLog } from '../../../src/audit/contract/index.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { moveClock } from '../../support/clock.js';
import { performJob } from '../../support/jobs.js';
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
  const mind = (at = running) => performJob(at.app, 'operators/tell-of-readings');
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

  it('is told to the enterprise when it is of many persons within an hour, once, by whatever process', async () => {
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

  it('is also paging on through a list, each page once, and not its first page', async () => {
    const operator = await TestOperator.with(running, ['support']);
    const page = async (cursor?: string, query = 'q=read-&limit=1') => {
      const { status, body } = await operator.get(`/api/v1/users?${query}${cursor ? `&cursor=${cursor}` : ''}`);
      expect(status).toBe(200);
      return body.next as string;
    };
    const second = await page();
    for (let time = 0; time < 5; time++) await page();
    const third = await page(second);
    for (let time = 0; time < 3; time++) await page(second);
    const last = await page(third);
    await mind();
    expect(await told(operator)).toEqual([]);
    await page(last);
    await mind();
    expect(await told(operator)).toMatchObject([{ details: { persons: 3 } }]);
    const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, kinds: ['users.users-searched'] }, 1);
    expect(JSON.stringify(entries[0]?.details)).not.toContain('read-');
  });

  it('is also being shown many by searches and first pages of lists, each person once', async () => {
    const env = { CONSOLE_READING_ALARM: '0', CONSOLE_LIST_ALARM: '4', SURFACES: 'management,console,auth' };
    const lists = await startTestApplication({ env, database: running.database });
    try {
      const operator = await TestOperator.with(lists, ['support']);
      const shown = async (path: string) => expect((await operator.get(path)).status).toBe(200);
      for (let time = 0; time < 3; time++) await shown('/api/v1/users?q=read-&limit=2');
      const ordered = people.toSorted();
      await shown(`/api/v1/search?q=${ordered[2]}`);
      await mind(lists);
      expect(await told(operator)).toEqual([]);
      await shown(`/api/v1/users?q=${ordered[3]}`);
      await mind(lists);
      await mind(lists);
      expect(await told(operator)).toMatchObject([{ details: { persons: 4 } }]);
      const kept = () => lists.app.get(Database).rows('SELECT 1 FROM shared.listed_person');
      expect(await kept()).not.toEqual([]);
      moveClock(lists.app, 3_601_000);
      await mind(lists);
      expect(await kept()).toEqual([]);
    } finally {
      await lists.close();
    }
  });

  it('is also looking at what was asked about persons', async () => {
    const [asker, reader] = [
      await TestOperator.with(running, ['support']),
      await TestOperator.with(running, ['security']),
    ];
    const requests: string[] = [];
    for (const userId of people.slice(0, 3)) {
      const kept = await asker.call('POST', `/api/v1/users/${userId}/export`, { comments: 'She asked for it' });
      requests.push(String(kept.body.id));
    }
    await reader.get('/api/v1/fourEyes?state=waiting');
    for (const id of requests) expect((await reader.get(`/api/v1/fourEyes/${id}`)).status).toBe(200);
    await mind();
    expect(await told(reader)).toMatchObject([{ details: { persons: 3 } }]);
    const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, kinds: ['operators.*'] }, 50);
    const looks = entries.filter(({ actor }) => actor === reader.sub);
    expect(looks.map(({ kind }) => kind)).toEqual([
      ...requests.map(() => 'operators.four-eyes-viewed'),
      'operators.four-eyes-searched',
    ]);
    expect(looks.at(-1)?.details).toMatchObject({ filter: { states: ['waiting'] }, more: false });
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
