import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { decodeProtectedHeader } from 'jose';
import { type Role, roles, scopesOf } from '../../../src/operators/roles/role-table.js';
import type { TestApplication } from '../../support/application.js';
import { type ConsolePeople, makeConsolePeople } from '../../support/console/console-people.js';
import { type ConsoleRoute, consoleRoutes, filled } from '../../support/console/console-routes.js';
import { type ConsoleAnswer, TestOperator } from '../../support/operators.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

const CONTACT = ['emailId', 'mobileNumber', 'loginId'];
/** Fields that say something about a person, beside an id. */
const PERSONAL = [
  ...CONTACT,
  ...['firstName', 'lastName', 'firstNames', 'lastNames', 'client_ip_address', 'message', 'subject', 'comments'],
  ...['platform', 'lastUsedTs'],
];
/** Routes whose fields have such names and tell of nobody's customers, or are for those who must decide. */
const OF_NO_CUSTOMER = [
  /^\/v1\/(?:me|operators|operatorRoles)\b/,
  /^\/v1\/(?:notificationTemplates|authorizationDetailTypes|apis)\b/,
  /^\/v1\/(?:clients|keys|system|jobs|events)\b/,
];
/** Without it such a route finds nobody. */
const QUERY: Readonly<Record<string, (ids: Readonly<Record<string, string>>) => string>> = {
  '/v1/search': () => '?q=el',
  '/v1/idvWebTokens': ({ userId = '' }) => `?userId=${userId}`,
};
const SIDES = ['live', 'test'] as const;
type Side = (typeof SIDES)[number];

/** Each route that shows something, as the console's browser calls it, with the ids of a person who has everything. */
describe('What operators look at', () => {
  let running: TestApplication;
  let people: ConsolePeople;
  let routes: readonly ConsoleRoute[];
  beforeAll(async () => {
    running = await sharedApplication();
    people = await makeConsolePeople(running);
    const { body } = await (await portalOf(running, { scopes: ['users:read'] })).get('/openapi.json');
    routes = consoleRoutes(body).filter(({ method }) => method === 'GET');
  });
  afterAll(() => people.data.close());

  const pathOf = ({ template }: ConsoleRoute, side: Side): string =>
    filled(template, people.ids[side]) + (QUERY[template]?.(people.ids[side]) ?? '');
  const show = (operator: TestOperator, route: ConsoleRoute, side: Side): Promise<ConsoleAnswer> =>
    operator.get(`/api${pathOf(route, side)}`, { data: side });
  const isPersonal = ({ template, fields, isPicture }: ConsoleRoute): boolean =>
    (isPicture || PERSONAL.some((name) => fields.has(name))) && !OF_NO_CUSTOMER.some((one) => one.test(template));

  it.each(roles)('%s sees contact data whole where the table says so, and nowhere else', async (role: Role) => {
    const operator = await TestOperator.with(running, [role]);
    const sees = scopesOf([role]).has('users:contact');
    const whole: string[] = [];
    const shown: string[] = [];
    for (const route of routes) {
      for (const side of SIDES) {
        const { status, text } = await show(operator, route, side);
        if (people.contact.some((one) => text.includes(one))) whole.push(`${side} ${route.template}`);
        const isFilled = status === 200 && CONTACT.some((name) => route.fields.has(name)) && isPersonal(route);
        if (isFilled) shown.push(`${side} ${route.template}`);
      }
    }
    expect(whole).toEqual(sees ? shown : []);
    expect(shown.includes('live /v1/users/{userId}')).toBe(scopesOf([role]).has('users:read'));
  });

  it('Nobody finds by contact data what they see masked', async () => {
    const found = async (role: Role, q: string) => {
      const operator = await TestOperator.with(running, [role]);
      const [list, search] = [
        await operator.get(`/api/v1/users?q=${encodeURIComponent(q)}`, { data: 'live' }),
        await operator.get(`/api/v1/search?q=${encodeURIComponent(q)}`, { data: 'live' }),
      ];
      return [list.body.users.length, search.body.hits.length];
    };
    for (const q of [
      'kept.secret',
      'kept.secret@mail.example',
      '+43664773188',
      '18842',
      'login-of-hers',
      'hers-7731',
    ]) {
      expect([q, await found('support', q)]).toEqual([q, [1, 1]]);
      expect([q, await found('reviewer', q)]).toEqual([q, [0, 0]]);
    }
    expect(await found('reviewer', 'elena')).toEqual([1, 1]);
    expect(await found('reviewer', 'marsh')).toEqual([1, 1]);
  });

  it('Every look at a person is in the audit log before the first byte is out', async () => {
    const all = await TestOperator.with(running, [...roles]);
    const holder = await running.database.connect();
    const silent: string[] = [];
    const noted: string[] = [];
    const opened = new Set<string>();
    try {
      for (const route of routes) {
        for (const side of SIDES) {
          await holder.query('BEGIN');
          await holder.query('LOCK TABLE shared.audit_entry IN SHARE MODE'); // nobody can write an entry now
          let ended = false;
          const asking = show(all, route, side).finally(() => (ended = true));
          const hasEnded = () => ended;
          while (!hasEnded() && !(await isWriterWaiting(holder))) await sleep(5);
          const wasSilent = hasEnded();
          await holder.query('COMMIT');
          const { status } = await asking;
          if (status !== 200) continue;
          opened.add(route.template);
          (wasSilent ? silent : noted).push(route.template);
        }
      }
    } finally {
      await holder.end();
    }
    const personal = routes.filter(isPersonal).map(({ template }) => template);
    expect(personal.filter((template) => silent.includes(template))).toEqual([]);
    expect(noted).toEqual(
      expect.arrayContaining([
        '/v1/users/{userId}',
        '/v1/notifications/{notificationUuid}',
        '/v1/fourEyes/{requestId}',
        '/v1/fourEyes',
      ]),
    );
    // Those that could not be opened here are for programs only, or have tests of their own.
    expect(personal.filter((template) => !opened.has(template)).sort()).toEqual(['/v1/idvWebTokens/{web_session_id}']);
  });

  it('No answer has a token in it', async () => {
    const all = await TestOperator.with(running, [...roles]);
    const wrong: string[] = [];
    for (const route of routes) {
      for (const side of SIDES) {
        const { text, headers } = await show(all, route, side);
        if (/"(?:access|refresh|id)_token":/.test(text) || tokensIn(text).length > 0 || headers.has('set-cookie')) {
          wrong.push(`${side} ${route.template}`);
        }
        if (/"web_session_id":"/.test(text)) wrong.push(`${side} ${route.template} has a key to the pages of a person`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('Evidence is shown to those who may see it, and each look is told apart', async () => {
    const evidenceFor = async (role: Role) => {
      const operator = await TestOperator.with(running, [role]);
      const { body } = await operator.get(`/api/v1/notifications/${people.data.answered}`, { data: 'live' });
      return body.evidence !== undefined;
    };
    expect(await evidenceFor('support')).toBe(false);
    expect(await evidenceFor('security')).toBe(true);
    expect(await evidenceFor('owner')).toBe(true);
    const security = await TestOperator.with(running, ['security']);
    const looks = 'kind=notifications.notification-viewed&subject=elena.marsh&limit=3';
    const { body } = await security.get(`/api/v1/auditEvents?${looks}`, { data: 'live' });
    expect(body.auditEvents.map(({ details }: { details: object }) => details)).toMatchObject([
      { evidence: true },
      { evidence: true },
      { evidence: false },
    ]);
  });
});

/** Access and ID tokens. Evidence is a JWS too, and is none. */
const tokensIn = (text: string): string[] =>
  (text.match(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []).filter((jws) => {
    const { typ } = decodeProtectedHeader(jws);
    const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString();
    return typ === 'at+jwt' || typ === 'JWT' || /"(?:client_id|scope|at_hash|auth_time)"/.test(payload);
  });

async function isWriterWaiting(holder: pg.Client): Promise<boolean> {
  const { rows } = await holder.query(
    `SELECT FROM pg_locks WHERE relation = 'shared.audit_entry'::regclass AND NOT granted`,
  );
  return rows.length > 0;
}
