import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { MetricsRegistry } from '../../../src/shared/observability/index.js';
import { issuerOf } from '../../../src/shared/auth-guard/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { newId } from '../../../src/shared/kernel/index.js';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { AuthorizationServer } from '../../../src/auth/protocol/engine/authorization-server.service.js';
import { LoginSessionTermination } from '../../../src/auth/sessions/login-session-termination.service.js';
import type { NewClient } from '../../../src/auth/client/client-profile.js';
import { UsersService } from '../../../src/users/management/users.service.js';
import { until } from '../../integration/support/until.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn, type SignedIn } from '../../support/code-flow.js';
import { LogoutReceiver, ReceiverCertificate } from '../../support/logout-receiver.js';
import { Person, type Seen } from '../../support/person.js';
import { fetchAt } from '../../support/relying-party.js';
import { active, application, authorizeUrl, LIVE, MANY_LOGINS, PASSWORD } from '../../support/signing-in.js';

let running: TestApplication;
let receiver: LogoutReceiver;
let certificate: ReceiverCertificate;
let env: Record<string, string>;

const told = (profile: Partial<NewClient> = {}, at = running): Promise<Client> =>
  application(at, { backchannelLogoutUri: receiver.url, ...profile });
const signIn = (client: Client, at = running): Promise<SignedIn> => signedIn(at, client, `b-${newId()}`);
async function signOut({ person }: SignedIn): Promise<Seen> {
  const asked = await person.open('/service/authserver/oauth/logout');
  return person.send(asked, '/logout/confirm', { logout: 'yes' });
}
const recordOf = async (sub: string, model: string, clientId: string | null = null): Promise<Recorded> => {
  const [row] = await running.app.get(Database).rows<Recorded>(RECORD, [sub, model, clientId]);
  return row!;
};
interface Recorded {
  readonly uid: string;
  readonly grantId: string;
}
const RECORD = `
  SELECT uid, grant_id AS "grantId" FROM auth.engine_record
  WHERE account_id = $1 AND model = $2 AND ($3::text IS NULL OR payload ->> 'clientId' = $3)`;
const CUT_OFF = `SELECT FROM auth.cut_off WHERE kind = 'grant' AND id = $1`;
const waiting = async (): Promise<number> =>
  (await running.app.get(Database).rows(`SELECT FROM shared.job WHERE kind = 'auth/tell-logout'`)).length;
/** Once the try before has ended; so many have been made then. */
const makeDue = (attempts = 1): Promise<void> =>
  until(async () => (await running.app.get(Database).rows(MAKE_DUE, [attempts])).length === 1);
const MAKE_DUE = `
  UPDATE shared.job SET due_at = now(), attempts = $1 WHERE kind = 'auth/tell-logout' AND lease IS NULL RETURNING 1`;

describe('Back channel logout', () => {
  beforeAll(async () => {
    certificate = await ReceiverCertificate.make();
    env = { ...MANY_LOGINS, OUTBOUND_CA_FILE: certificate.tls.caFile };
    running = await startTestApplication({ env });
  });
  beforeEach(async () => {
    receiver = await LogoutReceiver.start(certificate);
  });
  afterEach(async () => {
    await receiver.close();
    await running.app.get(Database).rows(`DELETE FROM shared.job WHERE kind = 'auth/tell-logout'`);
  });
  afterAll(async () => {
    await running.close();
    certificate.remove();
  });

  describe('An application', () => {
    it.each(['RS256', 'ES256'] as const)(
      'is told that its user has signed out by a %s token that is for nothing else',
      async (alg) => {
        const client = await told({ idTokenSignedResponseAlg: alg });
        const user = await signIn(client);
        const { body } = await redeem(running, client, codeIn(user.back));
        expect((await signOut(user)).html).toContain('You are signed out');
        const [token = ''] = await receiver.received(1);
        const issuer = issuerOf(running.config);
        const keys = createRemoteJWKSet(new URL(`${issuer}/oauth/jwks`), { [customFetch]: fetchAt(running) });
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience: client.clientId,
          typ: 'logout+jwt',
          algorithms: [alg],
          maxTokenAge: 60,
          requiredClaims: ['iat', 'exp', 'jti', 'events'],
        });
        expect(payload).toMatchObject({ sub: user.sub, sid: decodeJwt(body.id_token)['sid'] });
        expect(payload['sid']).toEqual(expect.any(String));
        expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
        expect(payload).not.toHaveProperty('nonce');
        expect((payload.exp ?? Infinity) - (payload.iat ?? 0)).toBeLessThanOrEqual(120);
        await until(async () => (await waiting()) === 0);
      },
    );

    it('is told by its own name of the session when it is one of several that the session was used for', async () => {
      const [one, other] = [await told(), await told()];
      const user = await signIn(one);
      await user.person.open(authorizeUrl(running, other));
      await signOut(user);
      const claims = (await receiver.received(2)).map((token) => decodeJwt(token));
      expect(new Set(claims.map(({ aud }) => aud))).toEqual(new Set([one.clientId, other.clientId]));
      expect(new Set(claims.map(({ sid }) => sid)).size).toBe(2);
    });

    it('is told of the end of a session that was used for it after whoever ends the session had read it', async () => {
      const [one, other] = [await told(), await told()];
      const user = await signIn(one);
      const { Session } = await running.app.get(AuthorizationServer).provider();
      const before = await Session.findByUid((await recordOf(user.sub, 'Session')).uid);
      await redeem(running, other, codeIn(await user.person.open(authorizeUrl(running, other))));
      await running.app.get(LoginSessionTermination).end(before!);
      const claims = (await receiver.received(2)).map((token) => decodeJwt(token));
      expect(new Set(claims.map(({ aud }) => aud))).toEqual(new Set([one.clientId, other.clientId]));
      const { grantId } = await recordOf(user.sub, 'Grant', other.clientId);
      expect(await running.app.get(Database).rows(CUT_OFF, [grantId])).toHaveLength(1);
    });

    it('is told that its user has signed out on the page for that if they signed in there meanwhile', async () => {
      const [one, other] = [await told(), await told()];
      const user = await signIn(one);
      const asked = await user.person.open('/service/authserver/oauth/logout');
      const { Session } = await running.app.get(AuthorizationServer).provider();
      const read = Session.get.bind(Session);
      const spy = jest.spyOn(Session, 'get').mockImplementation(async (ctx) => {
        spy.mockRestore();
        const session = await read(ctx);
        await redeem(running, other, codeIn(await user.person.open(authorizeUrl(running, other))));
        return session;
      });
      await user.person.send(asked, '/logout/confirm', { logout: 'yes' });
      const claims = (await receiver.received(2)).map((token) => decodeJwt(token));
      expect(claims.map(({ aud }) => aud).toSorted()).toEqual([one.clientId, other.clientId].toSorted());
      const { grantId } = await recordOf(user.sub, 'Grant', other.clientId);
      expect(await running.app.get(Database).rows(CUT_OFF, [grantId])).toHaveLength(1);
      expect(await recordOf(user.sub, 'Session')).toBeUndefined();
    });

    it('is not told of the end of a session in which its user had signed out of it before', async () => {
      const [one, other] = [await told(), await told()];
      const user = await signIn(one);
      await user.person.open(authorizeUrl(running, other));
      const asked = await user.person.open(`/service/authserver/oauth/logout?client_id=${one.clientId}`);
      await user.person.send(asked, '/logout/confirm');
      await receiver.received(1);
      await signOut(user);
      const claims = (await receiver.received(2)).map((token) => decodeJwt(token));
      expect(claims.map(({ aud }) => aud)).toEqual([one.clientId, other.clientId]);
    });

    it('is told that its user has signed out without the user waiting for it', async () => {
      receiver.answer = undefined;
      const user = await signIn(await told());
      expect((await signOut(user)).html).toContain('You are signed out');
      await receiver.received(1);
    });

    it('that does not answer leaves places to notify another one', async () => {
      const receiverOfOther = await LogoutReceiver.start(certificate);
      receiver.answer = undefined;
      const [silent, other] = [await told(), await told({ backchannelLogoutUri: receiverOfOther.url })];
      const users: string[] = [];
      for (const client of [...Array<Client>(9).fill(silent), other]) {
        users.push(`b-${newId()}`);
        await signedIn(running, client, users.at(-1)!);
      }
      for (const userId of users) await running.app.get(UsersService).changeStatus(LIVE, userId, 'BLOCKED');
      await receiverOfOther.received(1);
      await receiverOfOther.close();
      expect(receiver.told.length).toBeLessThanOrEqual(8);
    });

    it('is told that its user has signed out again when it could not take it, by a token of its own', async () => {
      receiver.answer = 503;
      await signOut(await signIn(await told()));
      await receiver.received(1);
      receiver.answer = 204;
      await makeDue();
      const ids = (await receiver.received(2)).map((token) => decodeJwt(token).jti);
      expect(new Set(ids).size).toBe(2);
      await until(async () => (await waiting()) === 0);
    });

    it('is told that its user has signed out five times, and not for ever', async () => {
      receiver.answer = 400;
      await signOut(await signIn(await told()));
      await receiver.received(1);
      await makeDue(4);
      await receiver.received(2);
      await until(async () => (await waiting()) === 0);
    });
  });

  describe('A session', () => {
    it.each<[string, (user: SignedIn, userId: string) => Promise<unknown>]>([
      [
        'when its user signs out on the account page',
        async ({ person }) => person.send(await person.open('/service/account/'), '/sign-out'),
      ],
      [
        'when its user ends it from another browser',
        async (_user, userId) => {
          const elsewhere = await accountOf(userId);
          await elsewhere.person.send(elsewhere.page, '/sessions/end');
        },
      ],
      [
        'when its user changes the password in another browser',
        async (_user, userId) => {
          const elsewhere = await accountOf(userId);
          const typed = { current_password: PASSWORD, new_password: 'violet harbour 91 tango brick' };
          await elsewhere.person.send(elsewhere.page, '/password', typed);
        },
      ],
      [
        'when another user signs in with the same browser',
        async ({ person }) => {
          const other = `b-${newId()}`;
          await active(running, other);
          const page = await person.open(authorizeUrl(running, await application(running), { prompt: 'login' }));
          await person.send(page, '/login', { login: other, password: PASSWORD });
        },
      ],
      [
        'when another user comes to the account page in the same browser',
        async ({ person }) => {
          const other = `b-${newId()}`;
          await active(running, other);
          const page = await person.open('/service/account/?again=true');
          await person.send(page, '/account/login', { login: other, password: PASSWORD });
        },
      ],
      [
        'when its user is blocked',
        (_user, userId) => running.app.get(UsersService).changeStatus(LIVE, userId, 'BLOCKED'),
      ],
      [
        'when its user is deleted',
        (_user, userId) => running.app.get(UsersService).changeStatus(LIVE, userId, 'DELETED'),
      ],
    ])('ends, and its applications are told, %s', async (_when, end) => {
      const userId = `b-${newId()}`;
      const client = await told();
      const user = await signedIn(running, client, userId);
      expect(receiver.told).toEqual([]);
      await end(user, userId);
      const [token = ''] = await receiver.received(1);
      expect(decodeJwt(token)).toMatchObject({ aud: client.clientId, sub: user.sub, sid: expect.any(String) });
    });

    async function accountOf(userId: string): Promise<{ person: Person; page: Seen }> {
      const person = new Person(running);
      const login = await person.open('/service/account/');
      return { person, page: await person.send(login, '/account/login', { login: userId, password: PASSWORD }) };
    }
  });

  it('No private address is called unless it is named, and the metrics say so', async () => {
    const careful = await startTestApplication({ env: { ...env, OUTBOUND_ALLOW: 'kyc.bank.internal' } });
    await signOut(await signIn(await told({}, careful), careful));
    const refused = 'countersign_outbound_calls_total{purpose="backchannel-logout",outcome="refused"} 1';
    await until(async () => (await careful.app.get(MetricsRegistry).metrics()).includes(refused));
    expect(receiver.told).toEqual([]);
    await careful.close();
  });
});
