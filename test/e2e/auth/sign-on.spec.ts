import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { GrantRevocation } from '../../../src/auth/grants/grant-revocation.service.js';
import { AuditLog } from '../../../src/audit/contract/index.js';
import { Database, type Tx, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { UserActivity } from '../../../src/users/contract/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { moveClock } from '../../support/clock.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { Person } from '../../support/person.js';
import { application, authorizeUrl, CHEAP, LIVE } from '../../support/signing-in.js';
import { Statements } from '../../support/statements.js';

let running: TestApplication;
let statements: Statements;
let bank: Client;

const HOUR = 3_600_000;
const someId = (): string => `s-${randomUUID().slice(0, 8)}`;
const sql = <R extends object>(text: string, params: unknown[]): Promise<R[]> =>
  running.app.get(Database).rows<R>(text, params);

/** What comes of it, and the SQL of both requests. */
async function signOn(person: Person, scope: string, client = bank) {
  const [asked, redeemed] = [randomUUID(), randomUUID()];
  const url = authorizeUrl(running, client, { scope });
  const back = await person.go(url, { method: 'GET', headers: { 'x-request-id': asked } });
  const answer = await redeem(running, client, codeIn(back), {}, { 'x-request-id': redeemed });
  return { answer, caused: [asked, redeemed].flatMap((id) => statements.causedBy(id)) };
}

/** As if its user had last been seen that long ago. */
const age = (sub: string, seconds: number) =>
  sql(
    `UPDATE auth.engine_record SET expires_at = expires_at - $2 * interval '1 second',
       payload = jsonb_set(payload, '{exp}', to_jsonb((payload->>'exp')::int - $2::int))
     WHERE model = 'Session' AND account_id = $1`,
    [sub, seconds],
  );

describe('Sign on', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: CHEAP });
    statements = Statements.of(running);
    bank = await application(running);
  });
  afterAll(() => running.close());

  describe('A sign-on with a session that there is', () => {
    it.each(['openid', 'openid profile notifications', 'openid offline_access', 'openid notifications offline_access'])(
      'costs at most eight statements for %s, the audit entry among them',
      async (scope) => {
        const { person, sub } = await signedIn(running, bank, someId(), { scope });
        const { answer, caused } = await signOn(person, scope);
        expect(answer.status).toBe(200);
        expect('refresh_token' in answer.body).toBe(scope.includes('offline'));
        expect(caused.length).toBeGreaterThan(3);
        expect(caused.length).toBeLessThanOrEqual(8);
        await age(sub, 3_600);
        expect((await signOn(person, scope)).caused.length).toBeLessThanOrEqual(8);
      },
    );

    it('is in the audit log: which client got tokens for whom, and for what', async () => {
      const { person, sub } = await signedIn(running, bank, someId());
      await signOn(person, 'openid notifications');
      const { entries } = await running.app
        .get(AuditLog)
        .list({ tenant: LIVE, subject: sub, kinds: ['auth.tokens-issued'] }, 10);
      expect(entries).toMatchObject([
        {
          outcome: 'done',
          actorKind: 'client',
          actor: bank.clientId,
          details: { clientId: bank.clientId, scopes: ['openid', 'notifications'] },
        },
      ]);
    });
  });

  describe('A login session', () => {
    const versionOf = async (sub: string) =>
      (
        await sql<{ version: string; left: number }>(
          `SELECT xmin::text AS version, round(extract(epoch FROM expires_at - now()))::int AS left
         FROM auth.engine_record WHERE model = 'Session' AND account_id = $1`,
          [sub],
        )
      )[0];
    const HALF_A_DAY = 12 * 3_600;

    it('is not written by visits that change nothing', async () => {
      const { person, sub } = await signedIn(running, bank, someId(), { scope: 'openid' });
      const before = await versionOf(sub);
      await signOn(person, 'openid');
      expect((await versionOf(sub))?.version).toBe(before?.version);
    });

    it('lives on from a visit once its last one is five minutes ago', async () => {
      const { person, sub } = await signedIn(running, bank, someId(), { scope: 'openid' });
      await age(sub, 290);
      await signOn(person, 'openid');
      expect((await versionOf(sub))?.left).toBeLessThan(HALF_A_DAY - 280);
      await age(sub, 20);
      await signOn(person, 'openid');
      expect((await versionOf(sub))?.left).toBeGreaterThan(HALF_A_DAY - 20);
    });

    it('knows each application that it was used for, with what that one was granted', async () => {
      const other = await application(running);
      const { person, sub } = await signedIn(running, bank, someId(), { scope: 'openid' });
      await new Person(running).open(authorizeUrl(running, other)); // from now on its client is in memory
      const first = await signOn(person, 'openid', other);
      expect(first.answer.status).toBe(200);
      expect(first.caused.length).toBeLessThanOrEqual(8);
      const before = await versionOf(sub);
      expect((await signOn(person, 'openid', other)).caused.length).toBeLessThanOrEqual(8);
      expect((await versionOf(sub))?.version).toBe(before?.version);
      const grants = await sql(`SELECT FROM auth.engine_record WHERE model = 'Grant' AND account_id = $1`, [sub]);
      expect(grants).toHaveLength(2);
    });

    it('knows both applications that it was used for at the same time', async () => {
      const [first, second] = [await application(running), await application(running)];
      const { person, sub } = await signedIn(running, bank, someId(), { scope: 'openid' });
      const db = running.app.get(Database);
      const one = db.oneByKey.bind(db);
      let isBetween = false;
      const between = jest.spyOn(db, 'oneByKey').mockImplementation(async (text, params) => {
        const found = await one(text, params);
        if (text.includes("found.model = 'Session'") && !isBetween) {
          isBetween = true;
          await signOn(person, 'openid', second);
        }
        return found;
      });
      await signOn(person, 'openid', first);
      between.mockRestore();
      const known = await sql<{ clientId: string }>(
        `SELECT jsonb_object_keys(payload -> 'authorizations') AS "clientId"
         FROM auth.engine_record WHERE model = 'Session' AND account_id = $1`,
        [sub],
      );
      expect(known.map(({ clientId }) => clientId).sort()).toEqual(
        [bank, first, second].map(({ clientId }) => clientId).sort(),
      );
    });

    it('that is ended while it is being used stays ended', async () => {
      const other = await application(running);
      const { person, sub } = await signedIn(running, bank, someId(), { scope: 'openid' });
      const db = running.app.get(Database);
      const one = db.oneByKey.bind(db);
      const between = jest.spyOn(db, 'oneByKey').mockImplementation(async (text, params) => {
        const found = await one(text, params);
        if (text.includes("found.model = 'Session'")) await running.app.get(UnitOfWork).run((tx) => endAll(tx, sub));
        return found;
      });
      await person.open(authorizeUrl(running, other, { scope: 'openid' }));
      between.mockRestore();
      expect(await versionOf(sub)).toBeUndefined();
      expect((await person.open(authorizeUrl(running, bank))).left).toBeUndefined();
    });

    const endAll = (tx: Tx, sub: string) =>
      running.app.get(GrantRevocation).endAllOf(tx, sub, new Date(Date.now() + 1_000));
  });

  /** The last: it moves the clock. */
  describe('A user', () => {
    it('is active when they sign on, or their refresh token is used, though nobody logs in', async () => {
      const activity = running.app.get<UserActivity & { write(): Promise<void> }>(UserActivity);
      const lastActive = async (sub: string) => {
        await activity.write();
        const [row] = await sql<{ at: Date }>('SELECT last_active_at AS at FROM users."user" WHERE sub = $1', [sub]);
        return row?.at.getTime() ?? 0;
      };
      const { person, sub } = await signedIn(running, bank, someId(), { scope: 'openid offline_access' });
      const atLogin = await lastActive(sub);
      moveClock(running.app, 2 * HOUR);
      const { answer } = await signOn(person, 'openid offline_access');
      const atSignOn = await lastActive(sub);
      expect(atSignOn - atLogin).toBeGreaterThan(HOUR);
      moveClock(running.app, 2 * HOUR);
      const { refresh_token: token } = answer.body;
      await redeem(running, bank, '', { grant_type: 'refresh_token', code: undefined, refresh_token: token });
      expect((await lastActive(sub)) - atSignOn).toBeGreaterThan(HOUR);
    });
  });
});
